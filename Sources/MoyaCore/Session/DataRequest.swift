#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request whose answer is gathered in memory.
public class DataRequest: Request, @unchecked Sendable {
  /// The body so far, or nil where none of it has arrived.
  public var data: Data? {
    mutable.withLock { $0.data.isEmpty ? nil : $0.data }
  }
}
#endif
