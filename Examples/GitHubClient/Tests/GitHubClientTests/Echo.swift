import Foundation
import GitHubClient
import MoyaCore

/// What httpbin says of the request that it got.
struct Echo: Decodable {
  var args: [String: Values]?
  var headers: [String: String]
  var data: String?
  var form: [String: Values]?
  var files: [String: Values]?
  var method: String?

  /// One value or several.
  enum Values: Decodable, Equatable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    case one(String)
    case several([String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        self = .one(try container.decode(String.self))
      } catch DecodingError.typeMismatch {
        self = .several(try container.decode([String].self))
      }
    }

    init(stringLiteral value: String) { self = .one(value) }
    init(arrayLiteral elements: String...) { self = .several(elements) }
  }
}

extension MoyaProvider<HTTPBin> {
  /// What the server says of a call.
  func echo(of target: HTTPBin) async throws -> Echo {
    try await request(target).map(Echo.self)
  }
}
