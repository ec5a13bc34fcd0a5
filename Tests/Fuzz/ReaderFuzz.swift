// What libFuzzer calls with bytes of its own making; `Scripts/fuzz` compiles it together with the
// sources of `Cassette`. Nothing may trap, leak or take memory without bound, whatever the bytes are,
// and what has been read must come back the same when it is written and read again.
import Foundation

/// The files that the reader reads: one a process, in memory where there is such a place.
private let folder: String = {
  let root = FileManager.default.isWritableFile(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
  let path = "\(root)/cassette-fuzz-\(getpid())"
  mkdir(path, 0o700)
  atexit { try? FileManager.default.removeItem(atPath: folder) }
  return path
}()

private let limits: Cassette.Limits = {
  var limits = Cassette.Limits()
  limits.entryByteCount = 1 << 18
  limits.entryCount = 1000
  limits.frameByteCount = 1 << 18
  limits.textByteCount = 1 << 20
  limits.sideFileByteCount = 1 << 20
  limits.jsonDepth = 64
  limits.jsonValueCount = 10_000
  return limits
}()

/// Reads bytes in a way that the first of them chooses.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard count > 1, let data else { return 0 }
  let kind = data[0]
  let bytes = Array(UnsafeBufferPointer(start: data + 1, count: count - 1))
  switch kind % 8 {
  case 0: read(bytes)
  case 1: read(blocked(bytes, contentByteCount: 100 + Int(kind >> 3) * 64) + BGZF.endMarker)
  case 2: read(member(bytes))
  case 3: read(indexed(entries: bytes))
  case 4: read(indexed(by: bytes))
  case 5: readJournal(bytes)
  case 6:
    readJournal(
      JournalHeader(processID: 1, mode: "append", base: nil, run: "0123456789abcdef").line + bytes)
  default: read(CassetteText.opening + bytes + CassetteText.closing)
  }
  return 0
}

private func write(_ bytes: [UInt8], to name: String) -> URL {
  let path = folder + "/" + name
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard descriptor >= 0, Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
    preconditionFailure("\(path) cannot be written")
  }
  close(descriptor)
  return URL(fileURLWithPath: path)
}

/// Everything that can be asked of a file.
private func read(_ bytes: [UInt8]) {
  let url = write(bytes, to: "a.har.gz")
  do {
    let cassette = try Cassette(contentsOf: url, limits: limits)
    var interactions: [Cassette.Interaction] = []
    for index in 0..<cassette.count {
      do throws(CassetteError) {
        let interaction = try cassette.interaction(at: index)
        _ = cassette.candidates(onRoute: MatchKey(interaction).route)
        interactions.append(interaction)
      } catch {
        describe(error)
      }
    }
    _ = try? cassette.highestPlaceholderNumbers()
    if interactions.count == cassette.count { writeAgain(interactions) }
  } catch {
    describe(error)
  }
  do {
    let survey = try CassetteSurvey(of: url, limits: limits)
    survey.problems.forEach(describe)
  } catch let error as CassetteError {
    describe(error)
  } catch {
    preconditionFailure("an error of another type: \(error)")
  }
}

/// What was read comes back the same.
private func writeAgain(_ interactions: [Cassette.Interaction]) {
  let url = URL(fileURLWithPath: folder + "/b.har.gz")
  do throws(CassetteError) {
    let writer = try CassetteFileWriter(replacing: url)
    for interaction in interactions { try writer.append(interaction) }
    _ = try writer.finish()
    let again = try Cassette(contentsOf: url)
    precondition(again.hasIndex && again.count == interactions.count)
    for (index, interaction) in interactions.enumerated() {
      let other = try again.interaction(at: index)
      var expected = interaction
      // Durations are written in whole milliseconds; other programs measure finer ones.
      let rest = other.duration - interaction.duration
      if rest <= .microseconds(500), rest >= .microseconds(-500) {
        expected.duration = other.duration
      }
      precondition(other == expected, "\(interaction)\nbecame\n\(other)")
    }
  } catch {
    preconditionFailure("what was written cannot be read: \(error)")
  }
}

private func readJournal(_ bytes: [UInt8]) {
  let url = write(bytes, to: "a.har.gz.partial")
  for passesOverDamage in [false, true] {
    do throws(CassetteError) {
      let reader = try JournalReader(
        contentsOf: url, limits: limits, passesOverDamage: passesOverDamage)
      for record in reader.records {
        do throws(CassetteError) {
          _ = try reader.interaction(record)
        } catch {
          describe(error)
        }
      }
    } catch {
      describe(error)
    }
  }
  do throws(CassetteError) {
    _ = try JournalReader.announced(in: .reading(url.path))
  } catch {
    describe(error)
  }
}

private func describe(_ error: CassetteError) {
  precondition(!error.description.isEmpty)
}

private func blocked(_ bytes: [UInt8], contentByteCount: Int) -> [UInt8] {
  var result: [UInt8] = []
  let deflater = Deflater()
  var start = 0
  while start < bytes.count {
    let end = min(start + contentByteCount, bytes.count)
    bytes[start..<end].withUnsafeBytes { deflater.appendBlock($0, to: &result) }
    start = end
  }
  return result
}

private func member(_ bytes: [UInt8]) -> [UInt8] {
  var block: [UInt8] = []
  let deflater = Deflater()
  bytes.prefix(BGZF.maximumContent).withUnsafeBytes { deflater.appendBlock($0, to: &block) }
  return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + block[BGZF.headerByteCount...]
}

/// A cassette whose entries are the lines, and an index that fits them.
private func indexed(entries bytes: [UInt8]) -> [UInt8] {
  var file = blocked(CassetteText.opening, contentByteCount: BGZF.maximumContent)
  var table = EntryTable()
  for (number, line) in bytes.split(separator: 0x0A).prefix(50).enumerated() {
    let key = MatchKey(route: UInt32(number), full: 0)
    let position = BGZF.VirtualOffset(block: file.count, within: number == 0 ? 0 : 1)
    table.append(key: key, position: position.rawValue, checksum: CRC32.of(Array(line)))
    file += blocked(
      (number == 0 ? [] : [UInt8(ascii: ",")]) + line + [0x0A], contentByteCount: 60_000)
  }
  file += blocked(CassetteText.closing, contentByteCount: 100)
  return file + CassetteIndex.blocks(for: table, at: file.count)
}

/// A cassette with those columns in its index, whose checksum is right.
private func indexed(by bytes: [UInt8]) -> [UInt8] {
  var text = CassetteText.opening
  var encoder = HAREntryEncoder()
  for number in 0..<3 {
    if number > 0 { text.append(UInt8(ascii: ",")) }
    encoder.encode(
      Cassette.Interaction(
        request: .init(url: "https://api.test/\(number)"), outcome: .response(.init(status: 200)),
        startedAt: Date(timeIntervalSince1970: 0), duration: .zero), into: &text)
    text.append(0x0A)
  }
  var file = blocked(text, contentByteCount: 300)
  file += blocked(CassetteText.closing, contentByteCount: 100)
  let columns = Array(bytes.dropFirst().prefix(CassetteIndex.maximumPiece))
  let pieces = BGZF.emptyBlock(subfield: (0x43, 0x49), columns)
  let trailer = CassetteIndex.Trailer(
    count: Int(bytes[0]), indexOffset: file.count,
    fileByteCount: file.count + pieces.count + CassetteIndex.trailerByteCount
      + BGZF.endMarker.count, indexChecksum: CRC32.of(columns))
  return file + pieces + trailer.block + BGZF.endMarker
}
