package import Foundation

/// Where this checkout lies; known from the place of this source file.
package enum Repository {
  /// The folder of Package.swift.
  package static var root: URL {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }
}
