package import Foundation

/// The files and streams of a call whose content is too large to be held in its interaction.
package struct CallFiles: Sendable {
  /// What was uploaded as the whole content.
  package var upload: URL?
  /// What was uploaded as parts of a multipart request, by their places.
  package var parts: [Int: URL] = [:]
  /// What was downloaded.
  package var download: URL?
  /// Whether the call uploads anything beside its request.
  var isUpload = true
  /// What was streamed.
  var streamed: [StreamedContent] = []

  /// None.
  package init() {}

  init(uploaded content: RequestContent, streamed: [StreamedContent], downloaded: URL?) {
    download = downloaded
    self.streamed = streamed
    switch content {
    case .inRequest: isUpload = false
    case .parts(_, let files, _): parts = files
    case .body(_, let file): upload = file
    }
  }
}
