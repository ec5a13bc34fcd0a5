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
  /// Writes the content to where the destination says, under the options that it gives.
  ///
  /// - Returns: The error that a live download would have ended with; nil where the file is in place.
  static func place(
    _ data: Data, response: HTTPURLResponse, destination: DownloadDestination
  ) -> (any Error)? {
    let manager = FileManager.default
    let temporary = manager.temporaryDirectory
      .appendingPathComponent("MoyaCassettes-\(UUID().uuidString).tmp")
    do {
      try data.write(to: temporary)
    } catch {
      return AFError.downloadedFileMoveFailed(
        error: error, source: temporary, destination: temporary)
    }
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
      // What is left of the temporary file is the system's to clean up, as after a live download.
      try? manager.removeItem(at: temporary)
      return AFError.downloadedFileMoveFailed(
        error: error, source: temporary, destination: target)
    }
  }
}
