import Foundation
import TestSupport
import Testing

@testable import Cassette
@testable import Recorder

struct TeedStreamTests {
  private static let content = Data(
    (0..<(3 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })

  private func teed(
    _ data: Data = content, isCompared: Bool = true, redacted: Bool = false
  ) -> TeedStream {
    var digest: (@Sendable () -> StreamDigest)?
    if redacted { digest = { StreamDigest() } }
    return TeedStream(
      InputStream(data: data), record: StreamRecord(isCompared: isCompared, redacted: digest))
  }

  /// Reads the stream as Alamofire does: as long as it has bytes.
  private func read(_ stream: InputStream) -> Data {
    stream.open()
    defer { stream.close() }
    var result = Data()
    var buffer = [UInt8](repeating: 0, count: 1000)
    while stream.hasBytesAvailable {
      let count = stream.read(&buffer, maxLength: buffer.count)
      guard count > 0 else { break }
      result.append(contentsOf: buffer[..<count])
    }
    return result
  }

  private func digest(_ data: Data) -> Cassette.Body.Digest {
    .init(byteCount: data.count, sha256: data.withUnsafeBytes { SHA256.hexadecimal($0) })
  }

  @Test func untouchedItIsTheStreamItself() throws {
    let data = Data("stream-one".utf8)
    let stream = teed(data)
    #expect(stream.streamStatus == .notOpen && !stream.record.isOpened)
    #expect(read(stream) == data)
    #expect(stream.streamStatus == .closed && stream.record.isOpened)
    let content = stream.record.recorded()
    #expect(content.value == data && content.digest == nil && content.note == nil)
    // What comes after the call is not its content.
    [1, 2].withUnsafeBytes { stream.record.pass($0) }
    #expect(stream.record.recorded().value == data)
  }

  @Test func readInAdvanceAndHeldItComesOnceMore() {
    let stream = teed(redacted: true)
    stream.readAhead { (.max, false) }
    #expect(stream.record.compared.digest == digest(Self.content))
    #expect(stream.streamStatus == .notOpen && !stream.hasBytesAvailable)
    #expect(read(stream) == Self.content)
    #expect(stream.record.recorded().digest == digest(Self.content))
    #expect(stream.record.recorded().note == nil)
  }

  @Test func behindWhatMayMatchTheReaderGoesOn() {
    let stream = teed(redacted: true)
    stream.readAhead { (2 << 20, true) }
    let compared = stream.record.compared.digest?.byteCount ?? 0
    #expect(compared > 2 << 20 && compared < Self.content.count)
    // The hash of a beginning may be that of a whole recording.
    #expect(stream.record.compared.digest?.sha256 == "" && !stream.record.isLetGo)
    #expect(read(stream) == Self.content)
    #expect(stream.record.recorded().digest == digest(Self.content))
  }

  @Test func whatIsOnlyComparedIsNotHeld() {
    let stream = teed()
    stream.readAhead { (0, false) }
    #expect(stream.record.compared.digest == digest(Self.content))
    #expect(stream.record.isLetGo && stream.heldByteCount == 0)
    #expect(read(stream).isEmpty)
  }

  @Test func shortContentAsksForNoLimit() {
    let data = Data(count: SideFiles.defaultThreshold - 1)
    let stream = teed(data)
    stream.readAhead {
      Issue.record("asked")
      return (0, false)
    }
    #expect(stream.record.compared.value == data)
    #expect(read(stream) == data)
  }

  @Test func itsStatesAreThoseOfAStream() {
    let stream = teed(Data("ab".utf8))
    stream.readAhead { (0, false) }
    var buffer = [UInt8](repeating: 0, count: 2)
    #expect(stream.read(&buffer, maxLength: 2) == -1)
    stream.open()
    #expect(stream.streamStatus == .open && stream.hasBytesAvailable)
    #expect(stream.read(&buffer, maxLength: 2) == 2 && buffer == Array("ab".utf8))
    #expect(stream.streamStatus == .atEnd && !stream.hasBytesAvailable)
    #expect(stream.read(&buffer, maxLength: 2) == 0)
    stream.close()
    #expect(stream.streamStatus == .closed)
    #expect(stream.read(&buffer, maxLength: 2) == -1)
  }

  @Test func anErrorComesBehindWhatCameBeforeIt() {
    let stream = TeedStream(
      FailingStream(data: Data()), record: StreamRecord(isCompared: true, redacted: nil))
    stream.readAhead { (0, false) }
    #expect(stream.record.compared.value == Data("ab".utf8))
    stream.open()
    var buffer = [UInt8](repeating: 0, count: 9)
    #expect(stream.read(&buffer, maxLength: 9) == 2)
    #expect(stream.streamStatus == .error && stream.hasBytesAvailable)
    #expect(stream.read(&buffer, maxLength: 9) == -1)
    #expect((stream.streamError as? POSIXError)?.code == .EIO)
  }

  @Test func eventsOfTheSourceAreItsOwn() {
    let source = InputStream(data: Data("ab".utf8))
    let stream = TeedStream(source, record: StreamRecord(isCompared: false, redacted: nil))
    let listener = Listener()
    stream.delegate = listener
    stream.stream(source, handle: .hasBytesAvailable)
    #expect(listener.streams == [ObjectIdentifier(stream)])
    #expect(stream.delegate === listener)
  }

  @Test func itLeavesItsSourceWithoutADelegate() {
    // Whether there is a delegate is asked, for Foundation on Linux lets go of it by itself.
    let source = DelegatingStream(data: Data("ab".utf8))
    let listener = Listener()
    var stream: TeedStream? = TeedStream(
      source, record: StreamRecord(isCompared: false, redacted: nil))
    stream?.delegate = listener
    #expect(source.settings == [true])
    stream = nil
    #expect(source.settings == [true, false])
    // A delegate of the program's own is left alone.
    stream = TeedStream(source, record: StreamRecord(isCompared: false, redacted: nil))
    #expect(stream?.delegate == nil)
    stream = nil
    #expect(source.settings == [true, false])
  }

  @Test func aStreamThatIsOverEarlyIsToldOf() {
    let stream = teed(Data("stream-one".utf8))
    stream.open()
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(stream.read(&buffer, maxLength: 4) == 4)
    let content = stream.record.recorded()
    #expect(content.value == Data("stre".utf8))
    #expect(
      content.note == "a streamed upload was over before its stream's end: 4 bytes were read")
  }

  @Test func aSecretWithoutEndIsNotHashedAsIfItWereNone() {
    let redactor = Redactor()
    let record = StreamRecord(isCompared: false) {
      StreamDigest(
        .init(place: "request.body", contentType: "text/plain", url: "u", isHashed: true),
        by: redactor, sizes: .init(window: 64, overlap: 16, context: 16, bound: 128))
    }
    let stream = TeedStream(
      InputStream(data: Data("password=".utf8) + Data(repeating: 0x61, count: 1 << 20)),
      record: record)
    _ = read(stream)
    let content = record.recorded()
    #expect(content.value.isEmpty)
    #expect(content.note?.hasPrefix("a streamed upload is recorded without its content: ") == true)
  }
}

private final class FailingStream: InputStream {
  private var isFirst = true
  private var isClosed = false

  override func open() {}
  override func close() { isClosed = true }
  override var streamStatus: Stream.Status { .notOpen }
  override var streamError: (any Error)? { isClosed ? nil : POSIXError(.EIO) }
  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    guard isFirst else { return -1 }
    isFirst = false
    (buffer[0], buffer[1]) = (0x61, 0x62)
    return 2
  }
}

private final class Listener: NSObject, StreamDelegate {
  private(set) var streams: [ObjectIdentifier] = []

  func stream(_ stream: Stream, handle event: Stream.Event) {
    streams.append(ObjectIdentifier(stream))
  }
}

/// A stream that notes whether its delegate was set, or taken away.
private final class DelegatingStream: InputStream {
  private(set) var settings: [Bool] = []

  override var delegate: (any StreamDelegate)? {
    get { nil }
    set { settings.append(newValue != nil) }
  }
}
