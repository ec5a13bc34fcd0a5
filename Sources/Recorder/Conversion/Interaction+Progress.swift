import Cassette

// Progress that a replay reaches by the contents is not written.
extension Cassette.Interaction {
  /// Leaves out the progress of an upload where all of these bytes were sent and nothing else.
  mutating func dropProgress(ofSending byteCount: Int) {
    if isProgress(byteCount) { progress = nil }
  }

  /// Leaves out the progress of a call that is no upload where it is that of receiving what is recorded.
  ///
  /// Asked of the redacted interaction: where a secret was replaced, the content may have another size.
  mutating func dropProgressOfReceiving() {
    switch outcome {
    case .response(let response):
      let isRedacted = redactions.contains { $0.place.utf8.starts(with: "response.body".utf8) }
      if !isRedacted, isProgress(response.body.byteCount) { progress = nil }
    case .failure:
      if isProgress(0) { progress = nil }
    }
  }

  private func isProgress(_ byteCount: Int) -> Bool {
    progress == .init(completedByteCount: byteCount, totalByteCount: byteCount)
  }
}
