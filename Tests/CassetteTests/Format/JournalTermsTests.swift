import Foundation
import Testing

@testable import Cassette

/// On which terms a run saves, as its journal's header tells whoever saves it after a crash.
struct JournalTermsTests {
  private let folder: TestFolder
  private var cassette: URL { folder.file("a.har.gz") }
  private var partial: URL { folder.file("a.har.gz.partial") }

  init() throws { folder = try TestFolder() }

  /// The header once it was written and read, and its line.
  private func journalled(_ header: JournalHeader) throws -> (header: JournalHeader, line: String) {
    try Journal(for: cassette, header: header).keep()
    defer { unlink(partial.path) }
    let text = String(decoding: try TestFiles.bytes(partial), as: UTF8.self)
    return (
      try JournalReader(contentsOf: partial).header, String(text.dropLast())
    )
  }

  private func header(_ tripwire: Tripwire) -> JournalHeader {
    .init(processID: 1, mode: "once", base: nil, run: "0123456789abcdef", tripwire: tripwire)
  }

  private static let start = #"{"_journal":1,"pid":1,"mode":"once","run":"0123456789abcdef""#

  @Test func theDefaultsAreNotWritten() throws {
    let found = try journalled(header(.default))
    #expect(found.line == Self.start + "}")
    #expect(found.header.tripwire == .default && found.header.selection.isEmpty)
    #expect(!found.header.allowsOnlyFailures)
  }

  @Test func whatIsAllowedRemovedAndSuspiciousIsWritten() throws {
    let tripwire = Tripwire.default
      .removing(id: "github-token").removing(id: "npm-token")
      .adding(.randomValues(id: "ours", words: ["Zeta", "alpha"], exceptions: ["beta"]))
      .allowing(
        .init(rule: "random-value", place: "response.body.json/\"q\"/*"),
        .init(rule: "*@*", place: "request.url"))
    let found = try journalled(header(tripwire))
    #expect(
      found.line == Self.start
        + #","tripwire":{"without":["github-token","npm-token"],"random":[{"id":"ours","words":["alpha","zeta"],"#
        + #""exceptions":["beta"]}],"allow":[{"rule":"random-value","place":"response.body.json/\"q\"/*"},"#
        + #"{"rule":"*@*","place":"request.url"}]}}"#)
    #expect(found.header == header(tripwire))
  }

  @Test func aDefaultRuleThatWasChangedIsWritten() throws {
    let tripwire = Tripwire.default.adding(.randomValues(id: "random-value", words: ["ticket"]))
    let found = try journalled(header(tripwire)).header.tripwire
    #expect(Set(found.rules) == Set(tripwire.rules))
    #expect(try journalled(header(.unsafelyOff)).header.tripwire == .unsafelyOff)
    #expect(
      try journalled(header(.unsafelyOff)).line
        == Self.start + #","tripwire":{"without":["*"],"random":[],"allow":[]}}"#)
  }

  @Test func nothingThatCouldBeAValueIsWritten() throws {
    let tripwire = Tripwire.default
      .adding(.tokens(id: "shop", prefixes: ["prefix-that-is-all-of-it"], counts: 0...9))
      .redactingVariables("SHOP_KEY", "PATH")
    let found = try journalled(header(tripwire))
    #expect(found.line == Self.start + "}")
    #expect(found.header.tripwire == .default)
  }

  @Test func selectionAndFailuresAreWritten() throws {
    var header = header(.default)
    header.selection = [.target("/odd"), .path("/users/*"), .host("API.test:8080"), "zen"]
    header.allowsOnlyFailures = true
    let found = try journalled(header)
    #expect(
      found.line == Self.start
        + #","only":[{"kind":"target","pattern":"/odd"},{"kind":"path","pattern":"/users/*"},"#
        + #"{"kind":"host","pattern":"api.test:8080"},{"kind":"target","pattern":"zen"}],"onlyFailures":true}"#
    )
    #expect(found.header.selection.map(\.member.kind) == ["target", "path", "host", "target"])
    #expect(
      found.header.selection.map(\.member.pattern) == ["/odd", "/users/*", "api.test:8080", "zen"])
    #expect(found.header.allowsOnlyFailures)
  }

  @Test func membersOfOtherVersionsArePassedOver() throws {
    for terms in [
      #","later":{"a":[1]}"#, #","tripwire":7"#,
      #","tripwire":{"without":[1],"random":[{}],"allow":[{}]}"#,
      #","tripwire":{"later":[]}"#, #","onlyFailures":"yes""#, #","only":{}"#,
    ] {
      _ = try folder.write(Array((Self.start + terms + "}\n").utf8), to: "a.har.gz.partial")
      let found = try JournalReader(contentsOf: partial).header
      #expect(found == header(.default), "\(terms)")
    }
    _ = try folder.write(
      Array((Self.start + #","only":[{"kind":"later","pattern":"x"}]}"# + "\n").utf8),
      to: "a.har.gz.partial")
    #expect(
      throws: CassetteError.damagedJournal(
        path: partial.path, line: 1, reason: "a filter of calls is unknown")
    ) { try JournalReader(contentsOf: partial) }
  }

  @Test func aLongHeaderNamesItsProcessToo() throws {
    var tripwire = Tripwire.default
    for number in 0..<400 {
      tripwire = tripwire.allowing(
        .init(rule: "random-value", place: "response.body.json/\(number)"))
    }
    let journal = try Journal(
      for: cassette,
      header: .init(
        mode: "once", base: nil, run: "0123456789abcdef", owner: "T.t()", tripwire: tripwire))
    #expect(
      throws: CassetteError.locked(
        path: cassette.path, processID: Int(getpid()), owner: "T.t()")
    ) { try CassetteLock(for: cassette) }
    try journal.discard()
  }
}
