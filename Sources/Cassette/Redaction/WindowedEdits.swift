/// Edits a text that comes in pieces, of which only a window is held.
///
/// Each window begins with some bytes before those to edit and ends with some after, so that whatever is
/// shorter than the overlap is seen whole. Of what is longer, the window is held until it is whole, up
/// to a bound. Not Sendable: one thread feeds it.
final class WindowedEdits {
  /// What an editor is shown.
  struct Window {
    /// The bytes, as they came.
    let bytes: [UInt8]
    /// Where the bytes to edit begin; those before were seen and are only there to be read again.
    let start: Int
    /// Whether the text ends here.
    let isLast: Bool
  }

  /// What an editor finds in a window.
  struct Found {
    /// What is to be replaced.
    var edits: [ByteEdit]
    /// Where something begins that is to be replaced and may go on after the window.
    var open: Int?
  }

  /// How much is held, in bytes.
  struct Sizes {
    /// At how many bytes a window is looked through.
    var window = 1 << 18
    /// How many bytes at the window's end are looked through again.
    var overlap = 1 << 16
    /// How many bytes stay in front: those of a name whose value comes later.
    var context = 1 << 12
    /// How many bytes may wait for the end of what is to be replaced.
    var bound = 1 << 22
  }

  private let sizes: Sizes
  private let place: String
  private let edit: (Window) -> Found
  private var buffer: [UInt8] = []
  private var start = 0
  private var awaited: Int
  /// How many edits were made so far.
  private(set) var count = 0

  /// Edits by that editor, which may be shown an edit's bytes more than once.
  ///
  /// - Parameters:
  ///   - place: Where the text stands, for errors.
  ///   - sizes: How much is held.
  ///   - edit: Finds what is to be replaced.
  init(at place: String, sizes: Sizes = Sizes(), _ edit: @escaping (Window) -> Found) {
    self.place = place
    self.sizes = sizes
    self.edit = edit
    awaited = sizes.window
  }

  /// Adds a piece, and hands out what is final.
  ///
  /// - Throws: `CassetteError.secretTooLong` where the end of what is to be replaced does not come; what
  ///   `output` throws.
  func add(
    _ piece: UnsafeRawBufferPointer,
    _ output: (UnsafeRawBufferPointer) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    buffer.append(contentsOf: piece)
    if buffer.count - start >= awaited { try look(isLast: false, output) }
  }

  /// Hands out the rest.
  func finish(
    _ output: (UnsafeRawBufferPointer) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    try look(isLast: true, output)
    buffer = []
    start = 0
  }

  private func look(
    isLast: Bool, _ output: (UnsafeRawBufferPointer) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    let found = edit(Window(bytes: buffer, start: start, isLast: isLast))
    let rest = found.open.map { ByteEdit(range: $0..<buffer.count, replacement: []) }
    let edits = merged(found.edits + (rest.map { [$0] } ?? []))
    var cut = isLast ? buffer.count : buffer.count - sizes.overlap
    if let across = edits.last(where: { $0.range.lowerBound < cut }), across.range.upperBound > cut
    {
      if across.range.lowerBound > start {
        cut = across.range.lowerBound
      } else if buffer.count < sizes.bound {
        awaited = 2 * (buffer.count - start)
        return
      } else if rest != nil, across.range.upperBound == buffer.count {
        // To let the rest pass would show it, and to leave it out would be another text.
        throw .secretTooLong(place: place, limit: sizes.bound)
      } else {
        cut = across.range.upperBound
      }
    }
    awaited = sizes.window
    var index = start
    for edit in edits where edit.range.upperBound <= cut {
      try emit(index..<edit.range.lowerBound, output)
      try edit.replacement.withBytes(output)
      index = edit.range.upperBound
      count += 1
    }
    try emit(index..<cut, output)
    let kept = max(0, cut - sizes.context)
    buffer.removeFirst(kept)
    start = cut - kept
  }

  private func emit(
    _ range: Range<Int>, _ output: (UnsafeRawBufferPointer) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    guard !range.isEmpty else { return }
    try buffer.withBytes { (bytes) throws(CassetteError) in
      try output(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }

  /// The edits of what is not final yet, in order; of those that overlap, the first takes all.
  private func merged(_ edits: [ByteEdit]) -> [ByteEdit] {
    var result: [ByteEdit] = []
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where edit.range.upperBound > start {
      let lower = max(edit.range.lowerBound, start)
      if let last = result.last, last.range.upperBound > lower {
        let upper = max(last.range.upperBound, edit.range.upperBound)
        result[result.count - 1] = ByteEdit(
          range: last.range.lowerBound..<upper, replacement: last.replacement)
      } else {
        result.append(
          ByteEdit(range: lower..<edit.range.upperBound, replacement: edit.replacement))
      }
    }
    return result
  }
}
