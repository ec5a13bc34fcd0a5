import Cassette
import Foundation
import MoyaCore

/// Which request of the transport's a plugin is told of, so that two attempts are known to be one call.
enum TransportRequest {
  /// The transport's request behind what Moya hands to plugins; nil for stubs, and on the real Moya,
  /// which does not show it: there, attempts are told apart by their targets only.
  static func behind(_ request: any RequestType) -> AnyObject? {
    #if UpstreamMoya
    nil
    #else
    (request as? RequestTypeWrapper)?.underlying
    #endif
  }

  /// The last state of the progress that a progress block is told of: of an upload what was sent, else what
  /// was received; nil where the transport does not show it.
  static func progress(of transport: AnyObject?) -> Cassette.TransferProgress? {
    #if UpstreamMoya
    nil
    #else
    guard let request = transport as? Request else { return nil }
    let progress = request is UploadRequest ? request.uploadProgress : request.downloadProgress
    return Cassette.TransferProgress(
      completedByteCount: Int(progress.completedUnitCount),
      totalByteCount: progress.totalUnitCount < 0 ? nil : Int(progress.totalUnitCount))
    #endif
  }

  /// The transport's cache that the answer came from; nil for none, and where that is not known.
  ///
  /// URLSession does not tell which of its caches it was: the one that lasts is named.
  static func cache(of transport: AnyObject?) -> Cassette.CacheKind? {
    #if UpstreamMoya
    nil
    #else
    (transport as? Request)?.isFromCache == true ? .disk : nil
    #endif
  }
}
