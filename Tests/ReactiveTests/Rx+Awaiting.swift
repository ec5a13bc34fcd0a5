#if RxSwift
import MoyaCore
import RxSwift
import TestSupport

extension PrimitiveSequence where Trait == SingleTrait, Element == Moya.Response {
  /// The response's status and text, or the error.
  func summary() async -> String { await map(\.summary).only() }
}

extension PrimitiveSequence where Trait == SingleTrait, Element == String {
  /// The text, or the error.
  func only() async -> String {
    await withCheckedContinuation { continuation in
      _ = subscribe(
        onSuccess: { continuation.resume(returning: $0) },
        onFailure: { continuation.resume(returning: summarize($0)) })
    }
  }
}

extension ObservableType where Element == Moya.Response {
  /// The responses' statuses and texts, and the error.
  func summaries() async -> [String] { await map(\.summary).all() }
}

extension ObservableType where Element == String {
  /// The texts, and the error.
  func all() async -> [String] {
    let seen = TestSupport.Locked<[String]>([])
    await withCheckedContinuation { continuation in
      _ = subscribe { event in
        switch event {
        case .next(let text): seen.withLock { $0.append(text) }
        case .error(let error):
          seen.withLock { $0.append(summarize(error)) }
          continuation.resume()
        case .completed: continuation.resume()
        }
      }
    }
    return seen.withLock { $0 }
  }
}
#endif
