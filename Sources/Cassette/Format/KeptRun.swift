/// Kept entries in a row that begin a block of the old file, and may turn out to be all of it, or of
/// several blocks where one of them is long.
///
/// Then the blocks are copied as they are: nothing is compressed again, and another version of zlib does
/// not change what was committed.
struct KeptRun {
  /// A line and what the index says of it.
  struct Row {
    let text: [UInt8]
    let key: MatchKey
  }

  private let file: CassetteFile
  /// The first block's offset in the old file.
  private let block: Int
  private let indices: Range<Int>
  private(set) var rows: [Row] = []
  /// The lines, as they stand in the blocks and will stand in the new file.
  private(set) var content: [UInt8] = []

  /// - Returns: nil where the entry does not begin a block, or is in the last one, which a longer
  ///   cassette fills up.
  init?(beginningAt index: Int, of file: CassetteFile) {
    guard file.hasIndex, index > 0 else { return nil }
    let positions = file.table.positions
    func position(_ index: Int) -> BGZF.VirtualOffset { .init(rawValue: positions[index]) }
    // Before the entry stands the comma of its line.
    guard position(index).within == 1 else { return nil }
    var end = index + 1
    while end < positions.count, position(end).within != 1 { end += 1 }
    guard end < positions.count else { return nil }
    self.file = file
    block = position(index).block
    indices = index..<end
  }

  /// Whether all entries of the blocks are there.
  var isWhole: Bool { rows.count == indices.count }

  /// Whether that entry is the next of the blocks.
  func continues(at index: Int, of other: CassetteFile) -> Bool {
    file === other && !isWhole && index == indices.lowerBound + rows.count
  }

  mutating func append(_ row: Row) {
    rows.append(row)
    content.append(UInt8(ascii: ","))
    content.append(contentsOf: row.text)
    content.append(0x0A)
  }

  /// The old blocks; nil where they hold anything but these lines.
  func rawBlocks() throws(CassetteError) -> [BGZFReader.RawBlock]? {
    try file.rawBlocks(at: block, holding: content)
  }
}
