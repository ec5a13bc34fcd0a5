public import Cassette
public import Foundation

/// Which cassette a run uses: a name, found beside the test, a file, one made by hand, or several.
public struct CassetteSource: Sendable {
  enum Kind: Sendable {
    case file(URL)
    case named(String, directory: URL?)
    case memory(Cassette)
    case layered([CassetteSource])
  }

  /// Where one cassette is.
  package enum Place: Sendable {
    case file(URL)
    case memory(Cassette)
  }

  let kind: Kind

  /// The file at that URL: `NAME.har.gz`; a plain `.har` can be read, not recorded.
  public static func file(_ url: URL) -> CassetteSource {
    CassetteSource(kind: .file(url))
  }

  /// The cassette of that name, without its ending; `/` in the name makes folders.
  ///
  /// Where `NAME.har.gz` is missing and a plain `NAME.har` is there, that one is replayed.
  ///
  /// - Parameters:
  ///   - name: The name, in any characters.
  ///   - directory: The folder of cassettes. Without it: `CASSETTE_DIR`, else `Cassettes` beside the
  ///     source file that asks.
  /// - Returns: The cassette of that name.
  public static func named(_ name: String, in directory: URL? = nil) -> CassetteSource {
    CassetteSource(kind: .named(name, directory: directory))
  }

  /// A cassette that is in memory: made by hand, or opened from elsewhere.
  ///
  /// It is never written, so every mode but ``RecordMode/live`` replays it.
  public static func cassette(_ cassette: Cassette) -> CassetteSource {
    CassetteSource(kind: .memory(cassette))
  }

  /// A cassette in memory that has those interactions, in that order.
  ///
  ///     .interactions([.init(request: .init(url: "https://api.test/zen"), outcome: .text("Keep it simple."))])
  ///
  /// It is never written, so every mode but ``RecordMode/live`` replays it.
  public static func interactions(_ interactions: [Cassette.Interaction]) -> CassetteSource {
    .cassette(Cassette(interactions: interactions))
  }

  /// Several cassettes, such as one of a login under those of many tests.
  ///
  /// The first that has an unplayed recording of a request answers. Recorded into is the last one alone, by
  /// the run's mode; those before it are only read, and each has to be there. What they answer is not recorded
  /// again, in whichever mode.
  ///
  /// - Parameters:
  ///   - first: The cassette that is asked first.
  ///   - others: The further ones; the last is the one that is recorded.
  /// - Returns: All of them.
  public static func layered(
    _ first: CassetteSource, _ others: CassetteSource...
  ) -> CassetteSource {
    CassetteSource(kind: .layered([first] + others))
  }

  /// Where the cassettes are, in the order in which they answer; the last is the run's own.
  ///
  /// - Parameters:
  ///   - sourceFile: The path of the source file that asks.
  ///   - environment: The process's environment.
  /// - Returns: At least one; files may not be there.
  /// - Throws: `RecorderError.emptyName`.
  package func places(
    sourceFile: String, environment: [String: String]
  ) throws(RecorderError) -> [Place] {
    switch kind {
    case .memory(let cassette):
      return [.memory(cassette)]
    case .layered(let sources):
      var places: [Place] = []
      for source in sources {
        places += try source.places(sourceFile: sourceFile, environment: environment)
      }
      return places
    case .file(let url):
      return [.file(url)]
    case .named(let name, let directory):
      var folder = directory
      if folder == nil, let path = environment["CASSETTE_DIR"], !path.isEmpty {
        folder = URL(fileURLWithPath: path, isDirectory: true)
      }
      let base =
        folder
        ?? URL(fileURLWithPath: sourceFile).deletingLastPathComponent()
        .appendingPathComponent("Cassettes", isDirectory: true)
      // Whoever writes the file's ending means the file.
      let ending = [".har.gz", ".har"].first { name.hasSuffix($0) }
      let stem = String(name.dropLast(ending?.count ?? 0))
      let path = try CassetteName.path(for: stem) + (ending ?? ".har.gz")
      return [.file(base.appendingPathComponent(path))]
    }
  }
}

extension CassetteSource: ExpressibleByStringLiteral {
  /// The cassette of that name.
  public init(stringLiteral value: String) {
    self = .named(value)
  }
}
