import Cassette

// Progress that a replay reaches by the contents is not written; of what was received that is told when
// the content is as it is saved.
extension Cassette.Interaction {
  /// Leaves out the progress of an upload where all of these bytes were sent and nothing else.
  mutating func dropProgress(ofSending byteCount: Int) {
    if isProgress(byteCount) { progress = nil }
  }
}
