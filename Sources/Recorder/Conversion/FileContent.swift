import Cassette
import Foundation

/// The content of a file that is uploaded: held where it is small, else its size and hash.
enum FileContent {
  case held(Data)
  case digest(Cassette.Body.Digest)

  /// Reads a file, piece by piece; one that cannot be read has no content.
  ///
  /// - Complexity: O(*n*) in the size of the file.
  init(_ url: URL) {
    var hash = SHA256()
    var held = Data()
    var count = 0
    do throws(CassetteError) {
      try ContentSource.file(url).read { (piece) throws(CassetteError) in
        hash.update(piece)
        count += piece.count
        if count < SideFiles.defaultThreshold {
          held.append(contentsOf: piece)
        } else {
          held = Data()
        }
      }
    } catch {
      // The upload itself fails on the same file, and that failure is what is recorded.
      self = .held(Data())
      return
    }
    self =
      count < SideFiles.defaultThreshold
      ? .held(held) : .digest(.init(byteCount: count, sha256: hash.hexadecimal()))
  }

  /// The content where it is held, else none.
  var data: Data {
    if case .held(let data) = self { data } else { Data() }
  }

  /// Size and hash, where the content is not held.
  var digest: Cassette.Body.Digest? {
    if case .digest(let digest) = self { digest } else { nil }
  }
}
