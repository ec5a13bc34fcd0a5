import Cassette
import Foundation

/// What a run found when it opened its cassette, and so what it does.
enum RunOpening: Sendable {
  /// The cassettes answer, and nothing is recorded.
  case replay([Playback])
  /// Everything goes live and is recorded.
  case record(Recording)
  /// The cassettes answer what they can; the rest goes live and is recorded.
  case append([Playback], Recording)
  /// What is selected goes live and is recorded; the cassettes answer the rest, and those below the last one
  /// whatever they have.
  case update([Playback], Recording, [CallFilter])
  /// What the cassettes have goes live and is compared.
  case verify([Playback])
  /// Everything goes live, and nothing is recorded.
  case live
  /// There is no cassette, and none may be recorded; those below it answer.
  case missing([Playback])
  /// The cassette could not be opened.
  case failed(any Error)

  /// What a run is opened with.
  struct Context {
    /// Where the cassettes are; the last is the run's own.
    let places: [CassetteSource.Place]
    let resolution: ModeResolution
    let options: CassetteOptions
    let origins: OriginMap
    /// Who records, for the error of one who comes second.
    let owner: String?
    let reporter: RunReporter

    /// What a run uses of a cassette.
    fileprivate func playback(of cassette: Cassette) -> Playback {
      Playback(
        cassette: cassette, matching: options.matching, repeats: options.repeats,
        order: options.order)
    }
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
    let lower = try context.places.dropLast().map { try layer($0, context) }
    guard case .file(let url)? = context.places.last else {
      return .replay(lower + (try context.places.suffix(1).map { try layer($0, context) }))
    }
    let existing = try existingFile(for: url)
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
    func anew() throws -> RunOpening {
      lower.isEmpty ? .record(try recording()) : .append(lower, try recording())
    }
    switch mode.kind {
    case .live:
      return .live
    case .replay:
      guard let existing else { return .missing(lower) }
      let playback = try Self.playback(of: existing, context)
      try warnIfExpired(playback.cassette, context)
      return .replay(lower + [playback])
    case .verify:
      return try existing.map { .verify(lower + [try Self.playback(of: $0, context)]) }
        ?? .missing([])
    case .once, .append:
      guard let existing else {
        let opening = try anew()
        // Another process may have saved it between the look and the lock.
        guard try existingFile(for: url) != nil else { return opening }
        try opening.recording?.abandon()
        return try open(context, mode)
      }
      let playback = try Self.playback(of: existing, context)
      if let age = try expiredAge(of: playback.cassette, context.options) {
        let opening = try anew()
        context.reporter.warn(
          "\(expiryText(existing, age, context.options)), and is recorded anew")
        return opening
      }
      if mode.kind == .once { return .replay(lower + [playback]) }
      return .append(lower + [playback], try recording(playback.cassette))
    case .rerecord:
      guard !mode.selection.isEmpty, let existing else { return try anew() }
      let playback = try Self.playback(of: existing, context)
      return .update(
        lower + [playback], try recording(playback.cassette, replacing: mode.selection),
        mode.selection)
    }
  }

  /// A cassette that is only read.
  private static func layer(
    _ place: CassetteSource.Place, _ context: Context
  ) throws -> Playback {
    switch place {
    case .memory(let cassette):
      return context.playback(of: cassette)
    case .file(let url):
      guard let file = try existingFile(for: url) else {
        throw RecorderError.layerMissing(path: url.path)
      }
      let playback = try Self.playback(of: file, context)
      try warnIfExpired(playback.cassette, context)
      return playback
    }
  }

  private static func playback(of file: URL, _ context: Context) throws -> Playback {
    let cassette = try Cassette(contentsOf: file)
    warn(ofOdditiesIn: cassette, file, context.reporter)
    return context.playback(of: cassette)
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

  /// The cassette that the mode is about, where it is there: the last of those that answer.
  var recorded: Playback? {
    if case .missing = self { return nil }
    return cassettes.last
  }

  /// The cassettes that answer, in the order in which they do.
  var cassettes: [Playback] {
    switch self {
    case .replay(let cassettes), .append(let cassettes, _), .update(let cassettes, _, _),
      .verify(let cassettes), .missing(let cassettes):
      cassettes
    case .record, .live, .failed: []
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
