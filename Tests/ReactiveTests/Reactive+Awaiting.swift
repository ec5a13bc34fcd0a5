#if ReactiveSwift
import MoyaCore
import ReactiveSwift
import TestSupport

extension SignalProducer where Value == String, Error == MoyaError {
  /// The texts, and the error.
  func all() async -> [String] {
    let seen = TestSupport.Locked<[String]>([])
    await withCheckedContinuation { continuation in
      start { event in
        switch event {
        case .value(let text): seen.withLock { $0.append(text) }
        case .failed(let error):
          seen.withLock { $0.append(summarize(error)) }
          continuation.resume()
        case .completed: continuation.resume()
        case .interrupted:
          seen.withLock { $0.append("interrupted") }
          continuation.resume()
        }
      }
    }
    return seen.withLock { $0 }
  }

  /// The one text, or the error.
  func only() async -> String {
    let all = await all()
    return all.count == 1 ? all[0] : "\(all.count) values"
  }
}
#endif
