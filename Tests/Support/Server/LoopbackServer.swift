package import Foundation

/// An HTTP/1.1 server on a free port of 127.0.0.1 that sends exactly what a test tells it to.
///
/// Every connection has a thread of its own, so a slow or silent reply hinders no other. Letting
/// go of the server stops it. All members may be called from any thread.
package final class LoopbackServer: Sendable {
  private let core: ServerCore

  /// Starts a server that asks `handler`, on the connection's thread, what to do with a request.
  ///
  /// - Parameters:
  ///   - keptBodyByteCount: how many bytes of each request's content `requests` keeps.
  ///   - handler: called once for each request, after all of its content has come.
  /// - Throws: the failed socket call, where no port can be had.
  package init(
    keptBodyByteCount: Int = .max, handler: @escaping @Sendable (ReceivedRequest) -> Reply
  ) throws {
    core = try ServerCore(keptByteCount: keptBodyByteCount, handler: handler)
    core.start()
  }

  /// Starts a server that gives these replies in order, then status 500.
  package convenience init(replies: [Reply]) throws {
    let rest = Locked(replies[...])
    try self.init { _ in
      rest.withLock { $0.popFirst() } ?? Reply(500, text: "no reply is left for this request\n")
    }
  }

  deinit {
    core.stop()
  }

  /// The port it listens on.
  package var port: Int { Int(core.port) }

  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package var baseURL: URL {
    URL(string: "http://127.0.0.1:\(port)")!
  }

  /// A URL on this server; `target` begins with a slash and may have a query.
  package func url(_ target: String) -> URL {
    URL(string: "http://127.0.0.1:\(port)\(target)")!
  }

  /// How many connections were accepted.
  package var acceptCount: Int { core.acceptCount }

  /// How many requests came whole.
  package var requestCount: Int { core.requestCount }

  /// The requests that came whole, in that order, answered or not.
  package var requests: [ReceivedRequest] { core.requests }

  /// Whether that many requests have come whole before the time is up and the server stopped.
  package func waitForRequests(_ count: Int, within limit: Duration = .seconds(60)) async -> Bool {
    await core.waitForRequests(count, within: limit)
  }

  /// Stops listening and closes all connections; replies under way are cut off.
  package func stop() {
    core.stop()
  }
}
