extension Cassette.Interaction {
  /// Leaves out the progress of a call that is no upload where it is that of receiving what is recorded.
  ///
  /// For the content as it is saved: a secret that is replaced may change its size.
  package mutating func dropProgressOfReceiving() {
    if case .response(let response) = outcome, isProgress(response.body.byteCount) {
      progress = nil
    }
  }

  /// Whether it tells of all of these bytes and of nothing else.
  package func isProgress(_ byteCount: Int) -> Bool {
    progress == .init(completedByteCount: byteCount, totalByteCount: byteCount)
  }
}
