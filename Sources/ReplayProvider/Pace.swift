import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How long an answer takes.
struct Pace {
  /// How long it is waited for; nil where it comes at once.
  private(set) var wait: Duration?
  /// Whether the request's time is over when the wait is, and no answer comes.
  private(set) var endsInTimeOut = false
  /// How long its content takes; nil where it comes at once.
  let content: Duration?

  /// The pace of an answer; nil where all of it comes at once.
  ///
  /// - Parameters:
  ///   - answer: The answer.
  ///   - request: The request as sent.
  ///   - session: The session that would have sent it.
  ///   - waited: How much of the time has passed already, in a retrier's delays.
  init?(
    _ answer: PlannedAnswer, request: URLRequest, session: Session, after waited: Duration = .zero
  ) {
    let fault = answer.call.fault
    content = fault?.contentDuration
    wait = answer.wait.map { max(.zero, $0 - waited) }
    guard let wait else {
      guard content != nil else { return nil }
      return
    }
    let limit = Self.timeOut(of: request, session)
    if fault == .timedOut {
      self.wait = limit ?? wait
    } else if let limit, limit < wait, answer.isTimeOut || answer.run.timing.mayBeLonger,
      answer.recorded?.attempts.isEmpty ?? true
    {
      // Each attempt of a call has that long, and how long each took is not recorded.
      self.wait = limit
      endsInTimeOut = !answer.isTimeOut
    }
  }

  /// How long a request may wait; nil where it may for ever.
  ///
  /// A request that names no interval has that of its session; it cannot be told from one that names the
  /// default of 60 s.
  private static func timeOut(of request: URLRequest, _ session: Session) -> Duration? {
    let own = request.timeoutInterval
    let seconds = own == 60 ? session.sessionConfiguration.timeoutIntervalForRequest : own
    return seconds > 0 && seconds < 1e9 ? .seconds(seconds) : nil
  }
}
