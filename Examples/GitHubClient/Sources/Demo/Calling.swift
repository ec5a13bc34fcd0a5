import MoyaCore

extension MoyaProvider {
  /// Makes the calls one after the other, and says what their caller was given.
  func perform(_ steps: [Step<Target>]) async -> [Seen] {
    var seen: [Seen] = []
    for step in steps {
      seen.append(
        await withCheckedContinuation { continuation in
          request(step.target) { result in
            continuation.resume(returning: Seen(result, file: step.file))
          }
        })
    }
    return seen
  }
}
