#if !UpstreamMoya && canImport(FoundationNetworking)
import Foundation

/// A stream that fails as soon as it is read, so that nothing is sent in its name.
final class BrokenInputStream: InputStream {
  override var streamStatus: Stream.Status { .notOpen }
  override var hasBytesAvailable: Bool { true }
  override func open() {}
  override func close() {}
  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int { -1 }
}
#endif
