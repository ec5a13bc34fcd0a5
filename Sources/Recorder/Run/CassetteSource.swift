public import Foundation

/// Which cassette a run uses: a name, found beside the test, or a file.
public struct CassetteSource: Sendable {
  enum Kind: Sendable {
    case file(URL)
    case named(String, directory: URL?)
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

  /// The file that this names.
  ///
  /// - Parameters:
  ///   - sourceFile: The path of the source file that asks.
  ///   - environment: The process's environment.
  /// - Returns: The file, which may not be there.
  /// - Throws: `RecorderError.emptyName`.
  package func url(
    sourceFile: String, environment: [String: String]
  ) throws(RecorderError) -> URL {
    switch kind {
    case .file(let url):
      return url
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
      return base.appendingPathComponent(try CassetteName.path(for: stem) + (ending ?? ".har.gz"))
    }
  }
}

extension CassetteSource: ExpressibleByStringLiteral {
  /// The cassette of that name.
  public init(stringLiteral value: String) {
    self = .named(value)
  }
}
