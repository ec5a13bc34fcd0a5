import Cassette
package import Foundation

/// A stream that hands another one's bytes on, each once, and lets a record see them.
///
/// Nothing is read before somebody asks, unless ``readAhead(holding:)`` is told to; what that has read
/// comes first then, and the rest after it. As any stream, it is for one thread at a time.
package final class TeedStream: InputStream, StreamDelegate {
  /// What has been read in advance and where a reader stands in it.
  private struct Ahead {
    var bytes = Data()
    var offset = 0
    var isOpen = false
    var isClosed = false
    /// The result of the read that ended the stream: 0 or -1.
    var end: Int?
    /// What the source gave as its error, which it may forget when it is closed.
    var error: (any Error)?

    var isUsedUp: Bool { offset >= bytes.count }
  }

  /// What has come out of the stream.
  package let record: StreamRecord
  private let source: InputStream
  private var ahead: Ahead?
  private weak var listener: (any StreamDelegate)?
  /// Whether this is the source's delegate.
  private var listens = false

  /// A stream in front of that one.
  package init(_ source: InputStream, record: StreamRecord) {
    self.source = source
    self.record = record
    super.init(data: Data())
  }

  deinit {
    // On Apple's platforms a stream does not keep its delegate alive, nor forget it.
    if listens { source.delegate = nil }
    if let ahead, ahead.end == nil, !ahead.isClosed { source.close() }
  }

  // MARK: In advance

  /// Reads the stream to its end, before anybody has opened it.
  ///
  /// - Parameter limit: Says how many bytes to hold for the reader to come, and whether to stop behind
  ///   them; else the rest is read for the record only, and the stream must not be sent. Asked only where
  ///   there are 1 MiB or more.
  package func readAhead(holding limit: () -> (byteCount: Int, stops: Bool)) {
    guard ahead == nil, source.streamStatus == .notOpen else { return }
    var ahead = Ahead()
    var bound: (byteCount: Int, stops: Bool)?
    var isHeld = true
    source.open()
    record.open()
    let size = 1 << 16
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    defer { buffer.deallocate() }
    while true {
      let count = take(buffer, size)
      guard count > 0 else {
        ahead.end = count
        // Where nothing is wrong, Foundation on Linux ends the process when it is asked.
        if count < 0 { ahead.error = source.streamError }
        source.close()
        break
      }
      if isHeld { ahead.bytes.append(buffer, count: count) }
      guard isHeld, ahead.bytes.count >= SideFiles.defaultThreshold else { continue }
      let limit = bound ?? limit()
      bound = limit
      guard ahead.bytes.count > limit.byteCount else { continue }
      if limit.stops { break }
      isHeld = false
      ahead.bytes = Data()
      record.letGo()
    }
    self.ahead = ahead
  }

  /// How many bytes are held that were read in advance.
  package var heldByteCount: Int { ahead?.bytes.count ?? 0 }

  /// Reads from the source, under the record's eyes.
  private func take(_ buffer: UnsafeMutablePointer<UInt8>, _ length: Int) -> Int {
    let count = source.read(buffer, maxLength: length)
    record.pass(UnsafeRawBufferPointer(start: buffer, count: max(0, count)), isAtEnd: count <= 0)
    return count
  }

  // MARK: As a stream

  package override func open() {
    guard ahead != nil else {
      record.open()
      return source.open()
    }
    if ahead?.isClosed == false { ahead?.isOpen = true }
  }

  package override func close() {
    noteEnd()
    guard let ahead else { return source.close() }
    if ahead.end == nil, !ahead.isClosed { source.close() }
    self.ahead?.isClosed = true
  }

  package override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    guard let ahead else { return take(buffer, length) }
    guard ahead.isOpen, !ahead.isClosed else { return -1 }
    guard ahead.isUsedUp else {
      let count = min(length, ahead.bytes.count - ahead.offset)
      let start = ahead.bytes.startIndex + ahead.offset
      ahead.bytes.copyBytes(to: buffer, from: start..<(start + count))
      self.ahead?.offset += count
      return count
    }
    return ahead.end ?? take(buffer, length)
  }

  package override func getBuffer(
    _ buffer: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, length: UnsafeMutablePointer<Int>
  ) -> Bool {
    // What is read so would not be seen.
    false
  }

  package override var hasBytesAvailable: Bool {
    if let ahead {
      guard ahead.isOpen, !ahead.isClosed else { return false }
      if !ahead.isUsedUp { return true }
      // As of other streams, true may also be followed by an error.
      if let end = ahead.end { return end < 0 }
    }
    let hasBytes = source.hasBytesAvailable
    if !hasBytes { noteEnd() }
    return hasBytes
  }

  /// Tells the record of an end that a reader has learned of without a read that brought nothing.
  private func noteEnd() {
    guard source.streamStatus == .atEnd else { return }
    record.pass(UnsafeRawBufferPointer(start: nil, count: 0), isAtEnd: true)
  }

  package override var streamStatus: Stream.Status {
    guard let ahead else { return source.streamStatus }
    if ahead.isClosed { return .closed }
    guard ahead.isOpen else { return .notOpen }
    guard ahead.isUsedUp else { return .open }
    guard let end = ahead.end else { return source.streamStatus }
    return end == 0 ? .atEnd : .error
  }

  package override var streamError: (any Error)? {
    guard let ahead, ahead.end != nil else { return source.streamError }
    return ahead.isUsedUp ? ahead.error : nil
  }

  #if canImport(FoundationNetworking)
  package override func property(forKey key: Stream.PropertyKey) -> AnyObject? {
    source.property(forKey: key)
  }

  package override func setProperty(_ property: AnyObject?, forKey key: Stream.PropertyKey) -> Bool
  {
    source.setProperty(property, forKey: key)
  }
  #else
  package override func property(forKey key: Stream.PropertyKey) -> Any? {
    source.property(forKey: key)
  }

  package override func setProperty(_ property: Any?, forKey key: Stream.PropertyKey) -> Bool {
    source.setProperty(property, forKey: key)
  }
  #endif

  // MARK: On a run loop

  package override var delegate: (any StreamDelegate)? {
    get { listener }
    set {
      listener = newValue
      listens = newValue != nil
      source.delegate = listens ? self : nil
    }
  }

  package override func schedule(in runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    source.schedule(in: runLoop, forMode: mode)
  }

  package override func remove(from runLoop: RunLoop, forMode mode: RunLoop.Mode) {
    source.remove(from: runLoop, forMode: mode)
  }

  /// Hands the source's events on as this stream's.
  package func stream(_ stream: Stream, handle event: Stream.Event) {
    #if canImport(ObjectiveC)
    listener?.stream?(self, handle: event)
    #else
    listener?.stream(self, handle: event)
    #endif
  }

  #if canImport(ObjectiveC)
  // CFNetwork asks these of any stream that is a request's content; as it is told that there are no
  // events, it polls.
  @objc(_scheduleInCFRunLoop:forMode:)
  private func scheduleInCFRunLoop(_ runLoop: CFRunLoop, forMode mode: CFString) {}

  @objc(_unscheduleFromCFRunLoop:forMode:)
  private func unscheduleFromCFRunLoop(_ runLoop: CFRunLoop, forMode mode: CFString) {}

  @objc(_setCFClientFlags:callback:context:)
  private func setCFClientFlags(
    _ flags: CFOptionFlags, callback: UnsafeRawPointer?, context: UnsafeRawPointer?
  ) -> Bool { false }
  #endif
}
