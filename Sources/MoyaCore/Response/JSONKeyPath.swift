#if !UpstreamMoya
import Foundation

/// Member names joined by dots, walked through JSON objects; on Apple's platforms Moya asks
/// key-value coding instead, which knows operators that this does not.
struct JSONKeyPath {
  private let names: [String]

  init(_ text: String) {
    names = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value reached, or nil where a member is missing or what should hold it is no object.
  ///
  /// - Complexity: O(*n*) in the number of names.
  func value(in json: Any) -> Any? {
    var current = json
    for name in names {
      guard let object = current as? [String: Any], let member = object[name] else { return nil }
      current = member
    }
    return current
  }
}
#endif
