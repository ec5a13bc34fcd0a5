#if !UpstreamMoya
public import Foundation

extension NetworkLoggerPlugin {
  /// What a logger writes, how, and where.
  public struct Configuration {
    /// Takes the entries of one step of one request.
    public typealias OutputType = (_ target: any TargetType, _ items: [String]) -> Void

    /// How entries and bodies become text.
    public var formatter: Formatter
    /// Where the entries go.
    public var output: OutputType
    /// What is logged.
    public var logOptions: LogOptions

    /// A configuration; by default it prints methods and header fields.
    public init(
      formatter: Formatter = Formatter(), output: @escaping OutputType = defaultOutput,
      logOptions: LogOptions = .default
    ) {
      self.formatter = formatter
      self.output = output
      self.logOptions = logOptions
    }

    /// Prints each item.
    public static func defaultOutput(target: any TargetType, items: [String]) {
      for item in items { print(item, separator: ",", terminator: "\n") }
    }
  }
}

extension NetworkLoggerPlugin.Configuration {
  /// Which parts of requests and responses are logged.
  public struct LogOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Options from bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The request's method.
    public static let requestMethod = LogOptions(rawValue: 1)
    /// The request's body.
    public static let requestBody = LogOptions(rawValue: 2)
    /// The request's header fields.
    public static let requestHeaders = LogOptions(rawValue: 4)
    /// The request as a curl command, in place of the three above.
    public static let formatRequestAscURL = LogOptions(rawValue: 8)
    /// The body of every response.
    public static let successResponseBody = LogOptions(rawValue: 16)
    /// The body of responses that an error holds.
    public static let errorResponseBody = LogOptions(rawValue: 32)

    /// Method and header fields.
    public static let `default`: LogOptions = [.requestMethod, .requestHeaders]
    /// Everything but the curl command.
    public static let verbose: LogOptions = [
      .requestMethod, .requestHeaders, .requestBody, .successResponseBody, .errorResponseBody,
    ]
  }

  /// Makes text of entries and bodies.
  public struct Formatter {
    /// Makes an entry of an identifier and a message.
    public typealias EntryFormatterType = (
      _ identifier: String, _ message: String, _ target: any TargetType
    ) -> String
    /// Makes text of a body.
    public typealias DataFormatterType = (Data) -> String

    /// Makes an entry.
    public var entry: EntryFormatterType
    /// Makes text of a request's body.
    public var requestData: DataFormatterType
    /// Makes text of a response's body.
    public var responseData: DataFormatterType

    /// A formatter.
    public init(
      entry: @escaping EntryFormatterType = defaultEntryFormatter,
      requestData: @escaping DataFormatterType = defaultDataFormatter,
      responseData: @escaping DataFormatterType = defaultDataFormatter
    ) {
      self.entry = entry
      self.requestData = requestData
      self.responseData = responseData
    }

    /// `Moya_Logger: [date] identifier: message`, the date in the user's short form.
    public static func defaultEntryFormatter(
      identifier: String, message: String, target: any TargetType
    ) -> String {
      let date = DateFormatter.localizedString(from: Date(), dateStyle: .short, timeStyle: .short)
      return "Moya_Logger: [\(date)] \(identifier): \(message)"
    }

    /// The body as text, or a note where it is not UTF-8.
    public static func defaultDataFormatter(_ data: Data) -> String {
      String(data: data, encoding: .utf8) ?? "## Cannot map data to String ##"
    }
  }
}
#endif
