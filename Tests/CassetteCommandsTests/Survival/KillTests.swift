import Cassette
import Foundation
import TestSupport
import Testing

/// Recordings that are killed, at moments that only chance knows.
///
/// `KILLS` says how many; `make test-kills` asks for a thousand.
struct KillTests {
  private let child: RecordingChild
  private let large = 1_100_000

  init() throws { child = try RecordingChild() }

  @Test("CF-01: killed at any moment, nothing that was recorded is lost")
  func killedAtAnyMoment() async throws {
    let killCount =
      ProcessInfo.processInfo.environment["KILLS"].flatMap { Int($0) } ?? 40
    var random = SplitMix64(name: "kills")
    var number = 0
    var entries: [RecordingChild.Entry] = []
    var windows: [String: Int] = [:]
    var moments = (recording: 0, saving: 0, replaced: 0, done: 0)

    func order() -> RecordingChild.Order {
      let isLarge = Int.random(in: 0..<5, using: &random) == 0
      // The cassette must not grow for ever.
      let mode =
        entries.isEmpty || entries.count > 40 || Bool.random(using: &random)
        ? "rerecord" : "append"
      let order = RecordingChild.Order(
        mode: mode, first: number, count: .random(in: 3...9, using: &random),
        large: isLarge ? large : 0)
      number += order.count
      return order
    }
    func whole(_ order: RecordingChild.Order) -> [RecordingChild.Entry] {
      (order.mode == "append" ? entries : []) + order.entries
    }
    /// Records to the end.
    func complete(_ order: RecordingChild.Order) async throws -> Int {
      let report = try await child.run(order)
      entries = whole(order)
      try child.expect(entries)
      return try #require(report.microseconds, "\(report)")
    }

    _ = try await complete(.init(first: -3, count: 3, large: large))
    for kill in 0..<killCount {
      var order = order()
      let key = "\(order.mode) \(order.large)"
      let window: Int
      if let known = windows[key] {
        window = known
      } else {
        window = try await complete(order)
        windows[key] = window
        order = .init(
          mode: order.mode, first: number, count: order.count, large: order.large)
        number += order.count
      }
      // The moments around the end, when one file takes the other's place, are few.
      let first = Int.random(in: 0..<3, using: &random) == 0 ? window - window / 8 : 1
      order.killAfter = .random(in: first...(window + window / 20), using: &random)

      let before = try Data(contentsOf: child.cassette)
      let report = try await child.run(order)
      #expect(report.isKilled || report.microseconds != nil)
      let isReplaced = try Data(contentsOf: child.cassette) != before
      let old = entries
      if isReplaced { entries = whole(order) }
      try child.expect(entries)
      switch (report.microseconds, isReplaced, report.hasBegunSaving) {
      case (.some(let time), _, _):
        moments.done += 1
        // The machine was slower when the window was measured.
        windows[key] = min(window, time)
      case (nil, true, _): moments.replaced += 1
      case (nil, false, true): moments.saving += 1
      case (nil, false, false): moments.recording += 1
      }
      if isReplaced || report.journalled.isEmpty {
        // Whatever else is left is dealt with below.
      } else {
        let journalled = try child.journalled(child.partial)
        #expect(journalled.starts(with: report.journalled), "\(kill): \(order) \(report)")
        #expect(journalled.count <= report.journalled.count + 1)
      }
      let hadJournal = child.isThere(child.partial)
      if Bool.random(using: &random) {
        try await recover(order, report, isReplaced: isReplaced, old, &entries)
      } else {
        // The next recording does not mind.
        let next = self.child.isThere(child.cassette) ? order.mode : "rerecord"
        _ = try await complete(
          .init(mode: next, first: number, count: 2, large: 0))
        number += 2
        let aside = child.folder.file("it.har.gz.crashed-1")
        if !isReplaced, !report.journalled.isEmpty {
          #expect(hadJournal)
          #expect(try child.journalled(aside).starts(with: report.journalled))
        }
        // What had been saved needs nobody's hand.
        if isReplaced { #expect(!child.isThere(aside)) }
        if child.isThere(aside) { try FileManager.default.removeItem(at: aside) }
      }
      #expect(!child.isThere(child.partial))
      try child.sweep()
    }
    print(
      "\(killCount) kills: \(moments.recording) while recording, \(moments.saving) while saving, "
        + "\(moments.replaced) after the file was replaced, \(moments.done) too late")
  }

  /// Takes over what a killed recording has left, with the tool.
  private func recover(
    _ order: RecordingChild.Order, _ report: RecordingChild.Report, isReplaced: Bool,
    _ old: [RecordingChild.Entry], _ entries: inout [RecordingChild.Entry]
  ) async throws {
    let hadJournal = child.isThere(child.partial)
    let isEmptied = try JournalHeader.Base(of: child.partial)?.byteCount == 0
    let hasEnded = hadJournal ? try child.hasEnded(child.partial) : false
    let recovered: [Int]
    if hadJournal, !isReplaced, !isEmptied {
      recovered = try child.journalled(child.partial)
    } else {
      recovered = []
    }
    let output = try await ChildProcess.run(Tool.path, ["recover", child.cassette.path])
    guard hadJournal else {
      #expect(output.status == 3 && output.stderr.contains("nothing to recover"))
      return
    }
    #expect(output.isSuccess, "\(output.stdout)\(output.stderr)")
    if isReplaced {
      // The last that a recording does is to empty its journal, and then to delete it.
      let said = isEmptied ? "no complete interaction is in it" : "saved it already"
      #expect(output.stdout.contains(said), "\(output.stdout)")
    } else if !recovered.isEmpty {
      // What was to be recorded anew and was not stays.
      entries =
        (order.mode == "append" || !hasEnded ? old : [])
        + order.entries.filter { recovered.contains($0.number) }
    }
    try child.expect(entries)
  }
}
