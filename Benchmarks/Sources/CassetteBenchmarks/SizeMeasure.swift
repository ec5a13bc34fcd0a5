import Foundation
import Measuring

/// The size of a cassette beside that of `gzip -6` of the same text, as one stream of zlib's level 6.
enum SizeMeasure {
  static func run(_ setting: Setting, _ report: (Comparison) -> Void) throws {
    for count in setting.sizes {
      for kind in [Corpus.Kind.mixed, .text] {
        let bytes = try Data(contentsOf: setting.cassette(kind, count), options: .mappedIfSafe)
        report(
          Comparison(
            name: "size of a cassette, \(kind.rawValue), against gzip -6 of its text; bytes",
            n: count,
            ours: Double(bytes.count), floor: Double(try Floors.gzipByteCount(bytes)), limit: 1.2))
      }
    }
  }
}
