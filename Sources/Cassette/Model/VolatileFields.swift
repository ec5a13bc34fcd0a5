extension Cassette {
  /// What varies from one answer to the next though nothing has changed.
  ///
  /// Recording again, an interaction that is the same but for these keeps its old line, so that the work
  /// tree stays clean. They are recorded and replayed like all else.
  ///
  /// ```swift
  /// CassetteOptions(volatileFields: .default.adding(headerFields: "X-Pod", jsonPaths: "/meta/took"))
  /// ```
  public struct VolatileFields: Hashable, Sendable {
    /// The names of header fields, lower case.
    public private(set) var headerFields: Set<String>
    /// Places in the JSON of answers: RFC 6901 pointers, in which `*` is any member or element.
    public private(set) var jsonPaths: Set<String>

    /// Those fields and places.
    ///
    /// - Parameters:
    ///   - headerFields: The names, in any case.
    ///   - jsonPaths: Pointers such as `/meta/requestId` or `/items/*/updatedAt`.
    public init(headerFields: [String] = [], jsonPaths: [String] = []) {
      self.headerFields = Set(headerFields.map(Self.canonical))
      self.jsonPaths = Set(jsonPaths)
    }

    /// Nothing: any difference writes a new line.
    public static let none = VolatileFields()

    /// Fields that tell when and by which machine a request was answered, how long that took, and how many
    /// requests are left. `ETag` and `Last-Modified` are not among them: they tell of the content.
    public static let `default` = VolatileFields(headerFields: [
      "Age", "Date", "Expires", "Server-Timing", "Traceparent", "Tracestate",
      "CF-Cache-Status", "CF-Ray", "X-Amz-Cf-Id", "X-Amz-Cf-Pop", "X-Amz-Id-2",
      "X-Amz-Request-Id", "X-Amzn-RequestId", "X-Amzn-Trace-Id", "X-B3-SpanId", "X-B3-TraceId",
      "X-Cache", "X-Cache-Hits", "X-Cloud-Trace-Context", "X-Correlation-Id", "X-GitHub-Request-Id",
      "X-Request-Id", "X-Request-Start", "X-Response-Time", "X-Runtime", "X-Served-By", "X-Timer",
      "X-Trace-Id", "RateLimit", "RateLimit-Remaining", "RateLimit-Reset",
      "X-RateLimit-Remaining", "X-RateLimit-Reset", "X-RateLimit-Used",
    ])

    /// These and further ones.
    ///
    /// - Parameters:
    ///   - headerFields: The names of header fields, in any case.
    ///   - jsonPaths: RFC 6901 pointers, in which `*` is any member or element.
    /// - Returns: All of them.
    public func adding(headerFields: String..., jsonPaths: String...) -> VolatileFields {
      var result = self
      result.headerFields.formUnion(headerFields.map(Self.canonical))
      result.jsonPaths.formUnion(jsonPaths)
      return result
    }

    /// These without some.
    ///
    /// - Parameter headerFields: The names of header fields, in any case.
    /// - Returns: Those that are left.
    public func removing(headerFields: String...) -> VolatileFields {
      var result = self
      result.headerFields.subtract(headerFields.map(Self.canonical))
      return result
    }

    private static func canonical(_ name: String) -> String {
      String(decoding: HeaderFields.canonical(name), as: UTF8.self)
    }
  }
}
