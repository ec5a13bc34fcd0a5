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
  /// What is selected goes live and is recorded; the cassette answers the rest.
  case update(Playback, Recording, [CallFilter])
  /// What the cassette has goes live and is compared.
  case verify(Playback)
  /// Everything goes live, and nothing is recorded.
  case live
  /// There is no cassette, and none may be recorded.
  case missing
  /// The cassette could not be opened.
  case failed(any Error)

  /// What a run is opened with.
  struct Context {
    let url: URL
    let resolution: ModeResolution
    let options: CassetteOptions
    let origins: OriginMap
    /// Who records, for the error of one who comes second.
    let owner: String?
    let reporter: RunReporter
  }

  init(_ context: Context) {
    do {
      self = try Self.open(context, context.resolution.mode)
    } catch {
      self = .failed(error)
    }
  }

  private static func open(_ context: Context, _ mode: RecordMode) throws -> RunOpening {
    if mode.kind == .live { return .live }
    let url = context.url
    let existing = try existingFile(for: url)
    func playback(of file: URL) throws -> Playback {
      let cassette = try Cassette(contentsOf: file)
      warn(ofOdditiesIn: cassette, file, context.reporter)
      return Playback(
        cassette: cassette, matching: context.options.matching, repeats: context.options.repeats)
    }
    func recording(_ old: Cassette? = nil, replacing selection: [CallFilter] = []) throws
      -> Recording
    {
      let target = old?.url ?? url
      guard target.lastPathComponent.hasSuffix(".har.gz") else {
        throw RecorderError.notRecordable(path: target.path)
      }
      return try Recording(
        url: url, mode: mode, old: old, replacing: selection, options: context.options,
        origins: context.origins, owner: context.owner, reporter: context.reporter)
    }
    switch mode.kind {
    case .live:
      return .live
    case .replay:
      guard let existing else { return .missing }
      let playback = try playback(of: existing)
      try warnIfExpired(playback.cassette, context)
      return .replay(playback)
    case .verify:
      return try existing.map { .verify(try playback(of: $0)) } ?? .missing
    case .once, .append:
      guard let existing else {
        let recording = try recording()
        // Another process may have saved it between the look and the lock.
        guard try existingFile(for: url) != nil else { return .record(recording) }
        try recording.abandon()
        return try open(context, mode)
      }
      let playback = try playback(of: existing)
      if let age = try expiredAge(of: playback.cassette, context.options) {
        let recording = try recording()
        context.reporter.warn(
          "\(expiryText(existing, age, context.options)), and is recorded anew")
        return .record(recording)
      }
      if mode.kind == .once { return .replay(playback) }
      return .append(playback, try recording(playback.cassette))
    case .rerecord:
      guard !mode.selection.isEmpty, let existing else { return .record(try recording()) }
      let playback = try playback(of: existing)
      return .update(
        playback, try recording(playback.cassette, replacing: mode.selection), mode.selection)
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

  /// What the cassette answers from, where it answers anything.
  var playback: Playback? {
    switch self {
    case .replay(let playback), .append(let playback, _), .update(let playback, _, _),
      .verify(let playback):
      playback
    case .record, .live, .missing, .failed: nil
    }
  }

  var recording: Recording? {
    switch self {
    case .record(let recording), .append(_, let recording), .update(_, let recording, _): recording
    case .replay, .verify, .live, .missing, .failed: nil
    }
  }

  /// Whether outcomes of live calls are waited for at the end.
  var takesOutcomes: Bool {
    if case .verify = self { true } else { recording != nil }
  }
}
