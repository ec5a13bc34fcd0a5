import Cassette
import Foundation
import TestSupport
import Testing

/// Recordings in processes of their own, which come to an end in every way there is.
struct RecordingChild {
  /// What a child said until it ended.
  struct Report {
    /// The numbers whose write to the journal had returned.
    var journalled: [Int] = []
    /// How long recording and saving took, in microseconds; nil where it did not come so far.
    var microseconds: Int?
    /// Whether the save had begun.
    var hasBegunSaving = false
    /// Why it failed; nil where it did not.
    var failure: String?
    /// What it warned of.
    var warnings: [String] = []
    /// Whether it was killed.
    var isKilled = false

    init(_ output: ChildProcess.Output, sourceLocation: SourceLocation) {
      for line in output.stdout.split(separator: "\n") {
        if let number = Int(line) { journalled.append(number) }
        if line == "saving" { hasBegunSaving = true }
        if line.hasPrefix("saved ") { microseconds = Int(line.dropFirst(6)) }
        if line.hasPrefix("warned ") { warnings.append(String(line.dropFirst(7))) }
        if line.hasPrefix("failed ") { failure = String(line.dropFirst(7)) }
      }
      isKilled = output.isSignalled && output.status == SIGKILL
      #expect(
        isKilled || output.isSuccess || failure != nil, "\(output.stdout)\(output.stderr)",
        sourceLocation: sourceLocation)
    }
  }

  /// What one is told to record.
  struct Order {
    var mode = "rerecord"
    /// The first number.
    var first: Int
    var count: Int
    /// The size of the last answer, in bytes; 0 for an ordinary one.
    var large = 0
    /// After how many microseconds it kills itself; 0 is never.
    var killAfter = 0

    /// What it records: numbers, and the sizes of their answers in bytes.
    var entries: [Entry] {
      (0..<count).map {
        Entry(
          number: first + $0,
          byteCount: large > 0 && $0 == count - 1 ? large : RecordedSample.byteCount)
      }
    }
  }

  /// An interaction that a child has recorded.
  struct Entry: Hashable {
    let number: Int
    let byteCount: Int
  }

  let folder: TemporaryFolder
  let cassette: URL
  private let seenFiles = TestSupport.Locked<Set<String>>([])

  init() throws {
    folder = try TemporaryFolder()
    cassette = folder.file("it.har.gz")
  }

  /// The program, which lies beside the tests.
  static var path: String {
    URL(fileURLWithPath: Tool.path).deletingLastPathComponent()
      .appendingPathComponent("RecordingChild").path
  }

  /// The arguments that give an order.
  func arguments(_ order: Order) -> [String] {
    [cassette.path, order.mode]
      + [order.first, order.count, order.large, order.killAfter].map {
        String($0)
      }
  }

  /// Runs one to its end.
  func run(
    _ order: Order, under command: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Report {
    let words = command + [Self.path] + arguments(order)
    return Report(
      try await ChildProcess.run(words[0], Array(words.dropFirst())),
      sourceLocation: sourceLocation)
  }

  /// Holds what lies in the cassette against what should.
  func expect(
    _ entries: [Entry], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Cassette(contentsOf: cassette)
    let interactions = try (0..<found.count).map { try found.interaction(at: $0) }
    #expect(
      interactions.map(\.request.url) == entries.map { RecordedSample.url($0.number) },
      sourceLocation: sourceLocation)
    for (interaction, entry) in zip(interactions, entries) {
      let body = try #require(interaction.outcome.response?.body)
      if case .sideFile(let file) = body {
        // Reading and hashing it takes a while; one that was read and is the same still is not again.
        let attributes = try FileManager.default.attributesOfItem(
          atPath: cassette.resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(file.path).path)
        let identity =
          "\(entry) \(attributes[.systemFileNumber]!) \(attributes[.modificationDate]!)"
        if !seenFiles.withLock({ $0.insert(identity).inserted }) { continue }
      }
      #expect(
        try found.data(of: body)
          == RecordedSample.body(entry.number, byteCount: entry.byteCount),
        "\(entry)", sourceLocation: sourceLocation)
    }
  }

  /// Whether a journal is of a recording that had come to its end.
  func hasEnded(_ url: URL) throws -> Bool {
    guard try JournalHeader.Base(of: url)?.byteCount ?? 0 > 0 else { return false }
    return try JournalReader(contentsOf: url).hasEnded
  }

  /// What lies whole in a journal, in order.
  func journalled(_ url: URL) throws -> [Int] {
    let reader = try JournalReader(contentsOf: url)
    return try reader.records.map { record in
      let interaction = try reader.interaction(record)
      let number = try #require(Int(interaction.request.url.drop { $0 != "=" }.dropFirst()))
      let body = try #require(interaction.outcome.response?.body)
      let data: Data
      if case .sideFile(let file) = body {
        data = try SideFiles(of: cassette).content(of: file)
      } else {
        data = try #require(body.data)
      }
      #expect(data == RecordedSample.body(number, byteCount: data.count))
      return number
    }
  }

  var partial: URL { folder.file("it.har.gz.partial") }

  func isThere(_ url: URL) -> Bool { FileManager.default.fileExists(atPath: url.path) }

  /// Removes what killed processes have left beside a cassette, and looks whether it is all known.
  func sweep(sourceLocation: SourceLocation = #_sourceLocation) throws {
    for name in try folder.contents() {
      let last = URL(fileURLWithPath: name).lastPathComponent
      if last.hasPrefix(".cassette-"), last.hasSuffix(".tmp") {
        try FileManager.default.removeItem(at: folder.file(name))
      } else {
        #expect(
          name == "it.har.gz" || name == "it.bodies" || name.hasPrefix("it.bodies/"),
          "\(name) was left behind", sourceLocation: sourceLocation)
      }
    }
  }
}
