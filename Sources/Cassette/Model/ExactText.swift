import Foundation

/// Compares texts by their UTF-8 bytes.
///
/// To Swift "\u{e9}" and "e\u{301}" are one String, but to whoever sends or receives them they are two, and
/// one must not be thrown away for the other.
enum ExactText {
  /// Whether both have the same bytes.
  ///
  /// - Complexity: O(*n*).
  static func isSame(_ left: String, _ right: String) -> Bool {
    guard left.utf8.count == right.utf8.count else { return false }
    let isSame = left.utf8.withContiguousStorageIfAvailable { left in
      right.utf8.withContiguousStorageIfAvailable { right in
        guard let leftStart = left.baseAddress, let rightStart = right.baseAddress else {
          return true
        }
        return memcmp(leftStart, rightStart, left.count) == 0
      }
    }
    // A string that Foundation holds may lie in pieces.
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
  }

  /// Whether both have the same bytes, or both are missing.
  static func isSame(_ left: String?, _ right: String?) -> Bool {
    switch (left, right) {
    case (nil, nil): true
    case (let left?, let right?): isSame(left, right)
    case (nil, _?), (_?, nil): false
    }
  }
}
