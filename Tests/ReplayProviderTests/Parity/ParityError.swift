import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// What kind of error a caller is given, without what differs by run.
struct ParityError: Equatable {
  /// The name of the case of MoyaError.
  var label: String
  /// The name of the case of AFError that an underlying one is.
  var wrapping: String?
  /// The type of the innermost error, where it is Foundation's or Moya's.
  var type: String?
  /// The domain and code of the innermost error, where it is none of Moya's or Alamofire's.
  var domain: String?
  var code: Int?
  /// By which domain and code NSError knows an error of Alamofire's.
  var ownDomain: String?
  var ownCode: Int?
  /// Whether it carries a response.
  var hasResponse: Bool

  init(_ error: MoyaError) {
    label = Self.label(error)
    hasResponse = error.response != nil
    switch error {
    case .underlying(let inner, _), .encodableMapping(let inner), .parameterEncoding(let inner):
      add(inner)
    default: break
    }
  }

  /// The name of the error's case.
  static func label(_ error: any Error) -> String {
    Mirror(reflecting: error).children.first?.label ?? "\(error)"
  }

  private mutating func add(_ error: any Error) {
    if let failure = error as? AFError {
      wrapping = Self.label(failure)
      let plain = failure as NSError
      (ownDomain, ownCode) = (plain.domain, plain.code)
      switch failure {
      case .responseValidationFailed(let reason):
        wrapping? += " \(reason)"
      // Which part of a form could not be read is told by its text alone.
      case .multipartEncodingFailed: break
      default:
        if let inner = failure.underlyingError { add(inner) }
      }
    } else if let error = error as? MoyaError {
      type = "MoyaError.\(Self.label(error))"
    } else {
      let plain = error as NSError
      (domain, code) = (plain.domain, plain.code)
      // Other types cannot be made again of what a cassette holds. `is` would take any NSError for one.
      let its = Swift.type(of: error)
      if its == URLError.self || its == CocoaError.self { type = "\(its)" }
    }
  }
}

extension ParityError: CustomStringConvertible {
  var description: String {
    let inner = [wrapping, type, domain, code.map { "\($0)" }].compactMap { $0 }
    return "\(label)(\(inner.joined(separator: " ")))\(hasResponse ? " with response" : "")"
  }
}

/// Something that plugins, the progress block or the completion were told.
enum ParityEvent: Equatable {
  /// A result in short.
  enum Result: Equatable {
    case success(status: Int, byteCount: Int)
    case failure(ParityError)

    init(_ result: Swift.Result<Moya.Response, MoyaError>) {
      switch result {
      case .success(let response):
        self = .success(status: response.statusCode, byteCount: response.data.count)
      case .failure(let error): self = .failure(ParityError(error))
      }
    }
  }

  case prepare(plugin: String, after: String)
  case willSend(plugin: String, method: String, preparedBy: String)
  case didReceive(plugin: String, Result)
  case process(plugin: String, Result)
  case progress(completed: Int64, total: Int64, hasResponse: Bool)
  case completion(queue: String)

  /// The error that it tells of.
  var error: ParityError? {
    get {
      switch self {
      case .didReceive(_, .failure(let error)), .process(_, .failure(let error)): error
      default: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .didReceive(let plugin, .failure):
        self = .didReceive(plugin: plugin, .failure(newValue))
      case .process(let plugin, .failure): self = .process(plugin: plugin, .failure(newValue))
      default: break
      }
    }
  }

  var isProgress: Bool {
    if case .progress = self { true } else { false }
  }
}

extension ParityEvent: CustomStringConvertible {
  var description: String {
    switch self {
    case .prepare(let plugin, let after): "\(plugin) prepare after \(after)"
    case .willSend(let plugin, let method, let by): "\(plugin) willSend \(method) by \(by)"
    case .didReceive(let plugin, let result): "\(plugin) didReceive \(Self.text(result))"
    case .process(let plugin, let result): "\(plugin) process \(Self.text(result))"
    case .progress(let completed, let total, let hasResponse):
      "progress \(completed)/\(total)\(hasResponse ? " with response" : "")"
    case .completion(let queue): "completion on \(queue)"
    }
  }

  private static func text(_ result: Result) -> String {
    switch result {
    case .success(let status, let byteCount): "\(status) \(byteCount) bytes"
    case .failure(let error): "\(error)"
    }
  }
}
