import Cassette
import Foundation

/// What a run found when it opened its cassette, and so what it does.
enum RunOpening: Sendable {
  /// The cassette answers, and nothing is recorded.
  case replay(Playback)
  /// Everything goes live and is recorded.
  case record(Recording)
  /// The cassette answers what it can; the rest goes live and is recorded.
  case append(Playback, Recording)
  /// Everything goes live, and nothing is recorded.
  case live
  /// There is no cassette, and none may be recorded.
  case missing
  /// The cassette could not be opened.
  case failed(any Error)

  init(
    url: URL, mode: RecordMode, options: CassetteOptions, origins: OriginMap, reporter: RunReporter
  ) {
    do {
      self = try Self.open(
        url: url, mode: mode, options: options, origins: origins, reporter: reporter)
    } catch {
      self = .failed(error)
    }
  }

  private static func open(
    url: URL, mode: RecordMode, options: CassetteOptions, origins: OriginMap,
    reporter: RunReporter
  ) throws -> RunOpening {
    if mode == .live { return .live }
    let existing = try existingFile(for: url)
    func playback(of file: URL) throws -> Playback {
      let cassette = try Cassette(contentsOf: file)
      warn(ofOdditiesIn: cassette, file, reporter)
      return Playback(cassette: cassette, matching: options.matching, repeats: options.repeats)
    }
    func recording(appendingTo old: Cassette? = nil) throws -> Recording {
      let target = old?.url ?? url
      guard target.lastPathComponent.hasSuffix(".har.gz") else {
        throw RecorderError.notRecordable(path: target.path)
      }
      return try Recording(
        url: url, mode: mode, old: old, options: options, origins: origins, reporter: reporter)
    }
    switch mode.kind {
    case .live:
      return .live
    case .replay:
      return try existing.map { .replay(try playback(of: $0)) } ?? .missing
    case .once:
      if let existing { return .replay(try playback(of: existing)) }
      let recording = try recording()
      // Another process may have saved it between the look and the lock.
      guard let appeared = try existingFile(for: url) else { return .record(recording) }
      try recording.abandon()
      return .replay(try playback(of: appeared))
    case .append:
      guard let existing else {
        let recording = try recording()
        guard try existingFile(for: url) != nil else { return .record(recording) }
        try recording.abandon()
        return try open(
          url: url, mode: mode, options: options, origins: origins, reporter: reporter)
      }
      let playback = try playback(of: existing)
      return .append(playback, try recording(appendingTo: playback.cassette))
    case .rerecord:
      return .record(try recording())
    }
  }

  /// Tells once what else would be seen only as an answer that is not as it was.
  private static func warn(ofOdditiesIn cassette: Cassette, _ file: URL, _ reporter: RunReporter) {
    if let first = cassette.warnings.first {
      let count = cassette.warnings.count
      reporter.warn(
        "\(file.path): \(count) \(count == 1 ? "thing is" : "things are") odd in this HAR, "
          + "\(count == 1 ? "" : "the first: ")\(first); see `cassette verify`")
    }
    guard file.path.hasSuffix(".har.gz") else { return }
    let plain = file.deletingPathExtension()
    do throws(CassetteError) {
      guard try FileExistence.isThere(plain) else { return }
      reporter.warn(
        "\(plain.path) lies beside \(file.lastPathComponent), which is the one that is used")
    } catch {
      // What the system will not tell of a file that is not used is nobody's concern.
    }
  }

  /// The cassette, or the plain HAR of its name that somebody has put in its place.
  private static func existingFile(for url: URL) throws(CassetteError) -> URL? {
    if try FileExistence.isThere(url) { return url }
    guard url.path.hasSuffix(".har.gz") else { return nil }
    let plain = url.deletingPathExtension()
    return try FileExistence.isThere(plain) ? plain : nil
  }

  var recording: Recording? {
    switch self {
    case .record(let recording), .append(_, let recording): recording
    case .replay, .live, .missing, .failed: nil
    }
  }
}
