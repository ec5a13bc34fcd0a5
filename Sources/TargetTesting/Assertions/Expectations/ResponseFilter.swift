import MoyaCore

/// One of Moya's filters of responses by status code.
public struct ResponseFilter: Sendable, CustomStringConvertible {
  /// The call as it is written.
  public let description: String
  let apply: @Sendable (Moya.Response) throws -> Moya.Response

  init(_ description: String, apply: @escaping @Sendable (Moya.Response) throws -> Moya.Response) {
    self.description = description
    self.apply = apply
  }

  /// `filterSuccessfulStatusCodes()`: 200 to 299.
  public static let successful = ResponseFilter("filterSuccessfulStatusCodes") {
    try $0.filterSuccessfulStatusCodes()
  }

  /// `filterSuccessfulStatusAndRedirectCodes()`: 200 to 399.
  public static let successfulAndRedirects = ResponseFilter(
    "filterSuccessfulStatusAndRedirectCodes"
  ) { try $0.filterSuccessfulStatusAndRedirectCodes() }

  /// `filter(statusCode:)`: that code alone.
  public static func code(_ statusCode: Int) -> ResponseFilter {
    ResponseFilter("filter(statusCode: \(statusCode))") { try $0.filter(statusCode: statusCode) }
  }

  /// `filter(statusCodes:)`: the codes of a range of any kind.
  public static func range<Codes: RangeExpression<Int> & Sendable>(
    _ statusCodes: Codes
  ) -> ResponseFilter {
    ResponseFilter("filter(statusCodes: \(text(statusCodes)))") {
      try $0.filter(statusCodes: statusCodes)
    }
  }

  private static func text(_ range: any RangeExpression<Int>) -> String {
    switch range {
    case let range as PartialRangeFrom<Int>: "\(range.lowerBound)..."
    case let range as PartialRangeThrough<Int>: "...\(range.upperBound)"
    case let range as PartialRangeUpTo<Int>: "..<\(range.upperBound)"
    default: VisibleText.bare("\(range)")
    }
  }
}
