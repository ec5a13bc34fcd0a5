#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Request {
  /// Starts the request, or goes on with a suspended one.
  @discardableResult
  public func resume() -> Self {
    let (starts, held, task) = mutable.withLock { mutable -> (Bool, Held?, URLSessionTask?) in
      let before = mutable.state
      guard before == .initialized || before == .suspended else { return (false, nil, nil) }
      mutable.state = .resumed
      let starts = !mutable.hasStarted
      mutable.hasStarted = true
      defer { mutable.held = nil }
      return (starts, mutable.held, mutable.attempt?.task)
    }
    if starts {
      session.began(self)
      session.perform(self)
    } else if let held {
      session.rootQueue.async { self.follow(held.redirection, count: held.redirectionCount) }
    } else {
      task?.resume()
    }
    return self
  }

  /// Stops the transfer until `resume()`; a request without a task yet is stopped when it has one.
  ///
  /// On Linux a transfer that has begun is given up, and begins anew with `resume()`: URLSession
  /// there would add the second beginning to what had come of the first, and send no body again.
  @discardableResult
  public func suspend() -> Self {
    let task = mutable.withLock { mutable -> URLSessionTask? in
      guard mutable.state == .resumed else { return nil }
      mutable.state = .suspended
      #if canImport(FoundationNetworking)
      guard let attempt = mutable.attempt, !attempt.hasEnded else { return nil }
      let sent = Redirection(request: attempt.sending, carriesBody: attempt.carriesBody)
      mutable.held = Held(
        redirection: attempt.redirection ?? sent, redirectionCount: attempt.redirectionCount)
      mutable.attempt = nil
      mutable.resetTransfer()
      return attempt.task
      #else
      return mutable.attempt?.task
      #endif
    }
    #if canImport(FoundationNetworking)
    if let task { session.rootQueue.async { task.stop() } }
    #else
    task?.suspend()
    #endif
    return self
  }
}
#endif
