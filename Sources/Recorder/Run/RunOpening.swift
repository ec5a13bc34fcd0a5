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
    let exists = try FileExistence.isThere(url)
    func playback() throws -> Playback {
      Playback(
        cassette: try Cassette(contentsOf: url), matching: options.matching,
        repeats: options.repeats)
    }
    func recording(appendingTo old: Cassette? = nil) throws -> Recording {
      guard url.lastPathComponent.hasSuffix(".har.gz") else {
        throw RecorderError.notRecordable(path: url.path)
      }
      return try Recording(
        url: url, mode: mode, old: old, options: options, origins: origins, reporter: reporter)
    }
    switch mode.kind {
    case .live:
      return .live
    case .replay:
      return exists ? .replay(try playback()) : .missing
    case .once:
      return exists ? .replay(try playback()) : .record(try recording())
    case .append:
      guard exists else { return .record(try recording()) }
      let playback = try playback()
      return .append(playback, try recording(appendingTo: playback.cassette))
    case .rerecord:
      return .record(try recording())
    }
  }

  var recording: Recording? {
    switch self {
    case .record(let recording), .append(_, let recording): recording
    case .replay, .live, .missing, .failed: nil
    }
  }
}
