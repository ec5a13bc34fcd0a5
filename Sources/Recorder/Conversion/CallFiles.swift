package import Foundation

/// The files of a call whose content is too large to be held in its interaction.
package struct CallFiles: Sendable {
  /// What was uploaded as the whole content.
  package var upload: URL?
  /// What was uploaded as parts of a multipart request, by their places.
  package var parts: [Int: URL] = [:]
  /// What was downloaded.
  package var download: URL?

  /// None.
  package init() {}

  init(uploaded content: RequestContent, downloaded: URL?) {
    download = downloaded
    switch content {
    case .inRequest: break
    case .parts(_, let files): parts = files
    case .body(_, let file): upload = file
    }
  }
}
