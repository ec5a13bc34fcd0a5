#if !UpstreamMoya
public import Foundation

/// Why a request failed, or why its response could not be made into what was asked for.
public enum MoyaError: Swift.Error {
  /// The body is no image.
  case imageMapping(Response)
  /// The body is not JSON, or has nothing at the key path.
  case jsonMapping(Response)
  /// The body is not UTF-8, or has no string at the key path.
  case stringMapping(Response)
  /// The body could not be decoded.
  case objectMapping(any Swift.Error, Response)
  /// A value could not be encoded for the request's body.
  case encodableMapping(any Swift.Error)
  /// The status code was filtered out.
  case statusCode(Response)
  /// The transfer failed; with a response, where one had begun to arrive.
  case underlying(any Swift.Error, Response?)
  /// The endpoint's URL, given here, is none.
  case requestMapping(String)
  /// Parameters could not be written into the request.
  case parameterEncoding(any Swift.Error)
}

extension MoyaError {
  /// The response that the error is about, where there is one.
  public var response: Moya.Response? {
    switch self {
    case .imageMapping(let response), .jsonMapping(let response), .stringMapping(let response),
      .objectMapping(_, let response), .statusCode(let response):
      response
    case .underlying(_, let response): response
    case .encodableMapping, .requestMapping, .parameterEncoding: nil
    }
  }

  /// The error within, where there is one.
  var underlyingError: (any Swift.Error)? {
    switch self {
    case .objectMapping(let error, _), .encodableMapping(let error), .underlying(let error, _),
      .parameterEncoding(let error):
      error
    case .imageMapping, .jsonMapping, .stringMapping, .statusCode, .requestMapping: nil
    }
  }
}

extension MoyaError: LocalizedError {
  /// What failed, in a sentence; of `underlying`, the text of the error within.
  public var errorDescription: String? {
    switch self {
    case .imageMapping: "The body is not an image."
    case .jsonMapping(let response):
      response.emptyKeyPath.map { "The body has no value at the key path \"\($0)\"." }
        ?? "The body is not JSON."
    case .stringMapping(let response):
      response.emptyKeyPath.map { "The body has no string at the key path \"\($0)\"." }
        ?? "The body is not UTF-8 text."
    case .objectMapping(let error, _):
      "The body could not be decoded: \(error.localizedDescription)"
    case .encodableMapping(let error):
      "The value could not be encoded: \(error.localizedDescription)"
    case .statusCode(let response):
      "The status code \(response.statusCode) is not an accepted one."
    case .underlying(let error, _): error.localizedDescription
    case .requestMapping(let url): "\"\(url)\" is not a URL."
    case .parameterEncoding(let error):
      "The parameters could not be written into the request: \(error.localizedDescription)"
    }
  }
}

extension MoyaError: CustomNSError {
  /// `Moya.MoyaError`, whichever module the enum comes from.
  public static var errorDomain: String { "Moya.MoyaError" }

  /// The case's place in the enum, from 0.
  public var errorCode: Int {
    switch self {
    case .imageMapping: 0
    case .jsonMapping: 1
    case .stringMapping: 2
    case .objectMapping: 3
    case .encodableMapping: 4
    case .statusCode: 5
    case .underlying: 6
    case .requestMapping: 7
    case .parameterEncoding: 8
    }
  }

  /// The description, and the error within as `NSUnderlyingErrorKey`.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
    info[NSUnderlyingErrorKey] = underlyingError
    return info
  }
}
#endif
