/// Memory to go through before a time is taken, so that the processor's caches hold nothing of what was
/// there before.
///
/// A program opens a cassette once, when they hold nothing of it. Going through a long index has the same
/// effect, so only where they are swept do a short one and a long one start alike.
public final class CacheSweep {
  // More than the caches have.
  private var bytes = [UInt8](repeating: 1, count: 64 << 20)
  private var sum = 0

  /// Memory of its own.
  public init() {}

  /// Goes through all of it.
  public func sweep() {
    bytes.withUnsafeMutableBufferPointer { bytes in
      for index in stride(from: 0, to: bytes.count, by: 64) {
        bytes[index] &+= 1
        sum &+= Int(bytes[index])
      }
    }
  }
}
