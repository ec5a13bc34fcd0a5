import Foundation
import MoyaCore
import TestSupport

/// A call of a ``CorrelationRun``.
struct Step: TargetType {
  /// What becomes of the call.
  enum Kind: String, CaseIterable {
    /// It is answered.
    case plain
    /// It is answered, as are others that ask the same.
    case equal
    /// Its answer breaks off at times.
    case cut
    /// Its caller gives up at once.
    case cancelled
    /// Its caller gives up before the requestClosure has answered; others that ask the same do not.
    case givenUp
    /// An adapter refuses it at times.
    case adapted
    /// The requestClosure fails at times.
    case unbuilt
    /// A stub of the user's answers at once.
    case stub
    /// A stub of the user's answers later.
    case lateStub
    /// Its content is another each time that the target is asked.
    case nonce
    /// Its completion starts another call.
    case parent
    /// What a completion has started.
    case child
  }

  private static let nonces = Locked(0)

  let kind: Kind
  /// What calls of one kind differ in; nil for equal ones.
  let number: Int?

  var baseURL: URL { URL(string: "https://api.test")! }
  var path: String { "/\(kind.rawValue)" }
  var method: Moya.Method { kind == .nonce ? .post : .get }
  var headers: [String: String]? { nil }
  var sampleData: Data { Data("a stub".utf8) }

  var task: Moya.Task {
    if kind == .nonce {
      let nonce = Self.nonces.withLock { value in
        value += 1; return value
      }
      return .requestData(Data("nonce \(nonce)".utf8))
    }
    guard let number else { return .requestPlain }
    return .requestParameters(parameters: ["i": number], encoding: URLEncoding.queryString)
  }
}
