#if !UpstreamMoya
/// An answer that is given exactly once: further calls are ignored, and a callback that its
/// holder lets go of without calling it is answered here.
final class OneShot<Value>: @unchecked Sendable {  // `handler` is guarded by its box.
  private let handler: Locked<((Value) -> Void)?>
  private let unanswered: () -> Value

  init(unanswered: @escaping () -> Value, handler: @escaping (Value) -> Void) {
    self.handler = Locked(handler)
    self.unanswered = unanswered
  }

  func callAsFunction(_ value: Value) {
    take()?(value)
  }

  private func take() -> ((Value) -> Void)? {
    handler.withLock { handler in
      defer { handler = nil }
      return handler
    }
  }

  deinit {
    take()?(unanswered())
  }
}
#endif
