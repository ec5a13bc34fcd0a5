import Cassette
import Foundation
import Recorder

/// How long a program may run that may never end.
struct TimeLimit: Sendable {
  private let limit: Duration
  private let clock: any Clock<Duration>

  init(_ limit: Duration, _ clock: any Clock<Duration>) {
    self.limit = limit
    self.clock = clock
  }

  /// Runs the program until it ends, or the limit is reached: it is cancelled then, and not waited for.
  func ending(of program: @escaping @Sendable () async throws -> Void) async -> FaultReport.Ending {
    let (endings, ended) = AsyncStream<FaultReport.Ending>.makeStream(
      bufferingPolicy: .bufferingOldest(1))
    let work = _Concurrency.Task {
      do {
        try await program()
        ended.yield(.returned)
      } catch {
        ended.yield(.threw(error))
      }
    }
    let watch = _Concurrency.Task { [limit, clock] in
      do {
        try await clock.sleep(for: limit)
        ended.yield(.hung)
      } catch {
        // The program has ended.
      }
    }
    defer {
      watch.cancel()
      work.cancel()
    }
    // A walk that is cancelled itself waits no longer.
    for await ending in endings { return ending }
    return .threw(CancellationError())
  }
}

extension FaultReport.Ending {
  /// The ending in one line.
  ///
  /// - Parameters:
  ///   - limit: How long the program was let run.
  ///   - redact: Replaces the secrets of a text, which is given whole: what is cut shows none any more.
  /// - Returns: At most 120 characters of an error's first line.
  func text(limit: Duration, redact: (String) -> String) -> String {
    switch self {
    case .returned: "returned"
    case .threw(let error): "threw \(Self.line(of: error, redact))"
    case .hung: "has not ended after \(limit)"
    }
  }

  private static let lineLimit = 120

  private static func line(of error: any Error, _ redact: (String) -> String) -> String {
    let type = "\(Swift.type(of: error))"
    let text = redact((error as? any LocalizedError)?.errorDescription ?? "\(error)")
    let line = text.prefix { !$0.isNewline }
    let shown = line.prefix(lineLimit)
    let isCut = shown.count < line.count || line.count < text.count
    return "\(type): \(shown)\(isCut ? "..." : "")"
  }
}
