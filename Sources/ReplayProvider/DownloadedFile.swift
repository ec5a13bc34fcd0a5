import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// The file of a replayed download.
enum DownloadedFile {
  /// A place for a file that is to be moved on.
  static func temporary() -> URL {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("MoyaCassettes-\(UUID().uuidString).tmp")
  }

  /// Moves the content to where the destination says, under the options that it gives.
  ///
  /// - Returns: The error that a live download would have ended with; nil where the file is in place.
  static func place(
    _ temporary: URL, response: HTTPURLResponse, destination: DownloadDestination
  ) -> (any Error)? {
    let manager = FileManager.default
    let (target, options) = destination(temporary, response)
    do {
      if options.contains(.removePreviousFile), manager.fileExists(atPath: target.path) {
        try manager.removeItem(at: target)
      }
      if options.contains(.createIntermediateDirectories) {
        try manager.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      }
      if target != temporary { try manager.moveItem(at: temporary, to: target) }
      return nil
    } catch {
      remove(temporary)
      return AFError.downloadedFileMoveFailed(
        error: error, source: temporary, destination: target)
    }
  }

  /// Removes a file that has gone nowhere. Where that fails it is the system's to clean up, as after a
  /// live download.
  static func remove(_ temporary: URL) {
    _ = unlink(temporary.path)
  }
}
