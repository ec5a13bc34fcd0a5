public import Foundation
public import MoyaCore

extension TaskSummary {
  /// How parameters are written, with all that can be chosen about it.
  public struct Encoding: Hashable, Sendable, CustomStringConvertible {
    /// The type's name.
    let name: String
    /// What was chosen.
    let options: String

    /// An encoding's type and choices.
    ///
    /// A closure that names an array's elements is known by the names that it makes; an encoding of
    /// another type by its type and stored properties.
    public init(_ encoding: any ParameterEncoding) {
      name = VisibleText.bare("\(type(of: encoding))")
      switch encoding {
      case let encoding as URLEncoding: options = Self.options(of: encoding)
      case let encoding as JSONEncoding: options = Self.options(of: encoding.options)
      default:
        let text = ValueDescription.text(encoding)
        options = text == name ? "" : text
      }
    }

    /// `JSONEncoding` with these options.
    public static func json(_ options: JSONSerialization.WritingOptions = []) -> Encoding {
      Encoding(JSONEncoding(options: options))
    }

    /// `JSONEncoding.default`.
    public static var json: Encoding { .json() }
    /// `URLEncoding.default`: query or body as the method has it.
    public static var url: Encoding { Encoding(URLEncoding.default) }
    /// `URLEncoding.queryString`.
    public static var queryString: Encoding { Encoding(URLEncoding.queryString) }
    /// `URLEncoding.httpBody`.
    public static var httpBody: Encoding { Encoding(URLEncoding.httpBody) }

    /// The type and what was chosen.
    public var description: String {
      if options.isEmpty || options.utf8.starts(with: name.utf8) {
        return options.isEmpty ? name : options
      }
      return "\(name)(\(options))"
    }

    private static func options(of encoding: URLEncoding) -> String {
      let destination =
        switch encoding.destination {
        case .methodDependent: "methodDependent"
        case .queryString: "queryString"
        case .httpBody: "httpBody"
        }
      let arrays =
        switch encoding.arrayEncoding {
        case .brackets: "brackets"
        case .noBrackets: "noBrackets"
        case .indexInBrackets: "indexInBrackets"
        case .custom(let name):
          "custom: \(VisibleText.quoted(name("k", 0))), \(VisibleText.quoted(name("k", 1)))"
        }
      let booleans =
        switch encoding.boolEncoding {
        case .numeric: "numeric"
        case .literal: "literal"
        }
      return "destination: \(destination), arrays: \(arrays), Booleans: \(booleans)"
    }

    private static func options(of options: JSONSerialization.WritingOptions) -> String {
      let known: [(JSONSerialization.WritingOptions, String)] = [
        (.prettyPrinted, "prettyPrinted"), (.sortedKeys, "sortedKeys"),
        (.fragmentsAllowed, "fragmentsAllowed"),
        (.withoutEscapingSlashes, "withoutEscapingSlashes"),
      ]
      var names = known.filter { options.contains($0.0) }.map(\.1)
      let others = known.reduce(into: options) { $0.subtract($1.0) }
      if !others.isEmpty { names.append("rawValue \(others.rawValue)") }
      return names.joined(separator: ", ")
    }
  }
}
