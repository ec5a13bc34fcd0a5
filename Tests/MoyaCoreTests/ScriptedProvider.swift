#if !UpstreamMoya
import Foundation
import MoyaCore

/// A provider whose requests do what a test says.
final class ScriptedProvider: MoyaProvider<TestTarget>, @unchecked Sendable {
  // Unchecked: constant, and called on one thread by each test.

  /// Plays one request.
  typealias Script = (_ progress: @escaping ProgressBlock, _ completion: @escaping Completion) ->
    any Cancellable

  private let script: Script

  init(_ script: @escaping Script) {
    self.script = script
    super.init()
  }

  override func request(
    _ target: TestTarget, callbackQueue: DispatchQueue? = .none, progress: ProgressBlock? = .none,
    completion: @escaping Completion
  ) -> any Cancellable {
    script(progress ?? { _ in }, completion)
  }
}
#endif
