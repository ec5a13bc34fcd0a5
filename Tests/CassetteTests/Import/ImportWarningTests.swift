import Foundation
import Testing

@testable import Cassette

/// What is told of a file that is odd in many places, or has secrets where it is odd.
struct ImportWarningTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func har(_ entries: [String]) throws -> Cassette {
    let text = #"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#
    return try Cassette(contentsOf: folder.write(Array(text.utf8), to: "a.har"))
  }

  /// An entry of which each part is warned of.
  private func entry(url: String, parts: [String], fields: String = "") -> String {
    let params = parts.map { #"{"name":"\#($0)","fileName":"q"}"# }.joined(separator: ",")
    return #"{"startedDateTime":"2024-01-01T00:00:00Z","request":{"method":"POST","url":"\#(url)","#
      + #""headers":[\#(fields)],"postData":{"mimeType":"multipart/form-data","text":"","params":"#
      + #"[\#(params)]}},"response":{"status":200}}"#
  }

  @Test func oneEntryWarnsAHundredTimesAtMost() throws {
    let url = "https://e.test/" + String(repeating: "a", count: 100_000)
    let parts = [String](repeating: "p", count: 1000)
    let cassette = try har([entry(url: url, parts: parts), entry(url: url, parts: parts)])
    #expect(cassette.warnings.count == 101)
    #expect(cassette.warnings.last == "1900 more such warnings are not listed")
    #expect(cassette.warnings.allSatisfy { $0.utf8.count < 700 })
  }

  @Test func longTextsAreCut() throws {
    let long = String(repeating: "x", count: 100_000)
    let cassette = try har([
      entry(url: "https://e.test/", parts: [long]),
      #"{"request":{"url":"https://e.test/\#(long)"},"response":{"status":0,"_error":"\#(long)"}}"#,
      #"{"request":{"url":"https://e.test/"},"response":{"status":200,"content":{"encoding":"\#(long)","#
        + #""text":"a"}}}"#,
    ])
    #expect(cassette.warnings.count >= 2)
    #expect(cassette.warnings.allSatisfy { $0.utf8.count < 700 })
    let skipped = try #require(cassette.skippedEntries.first)
    #expect(skipped.reason.utf8.count < 500 && (skipped.url ?? long).utf8.count < 300)
  }

  @Test func theFirstHundredThatAreLeftOutAreKept() throws {
    let entry = #"{"request":{"url":"https://e.test/"},"response":{"status":0}}"#
    let cassette = try har([String](repeating: entry, count: 250))
    #expect(cassette.skippedEntries.map(\.position) == Array(0..<100))
    #expect(cassette.skippedEntryCount == 250)
    let found = try CassetteImport(contentsOf: folder.file("a.har"))
    #expect(found.skipped == cassette.skippedEntries && found.skippedCount == 250)
    let values = [String](repeating: #"{"request":{}}"#, count: 250).joined(separator: ",")
    let text = #"{"http_interactions":[\#(values)]}"#
    let vcr = try ImportFixtures.read(text.utf8, in: folder)
    #expect(vcr.skipped.count == 100 && vcr.skippedCount == 250)
  }

  @Test func jsonOfTooManyValuesIsRefused() throws {
    var limits = Cassette.Limits()
    limits.jsonValueCount = 100
    let values = [String](repeating: "[]", count: 100).joined(separator: ",")
    let text = #"{"http_interactions":[\#(values)]}"#
    let url = try folder.write(Array(text.utf8), to: "a.json")
    #expect(
      TestFiles.message { _ = try CassetteImport(contentsOf: url, limits: limits) }
        .contains("more than 100 values"))
  }

  private static let secret = "SECRETPW12345678"

  @Test(arguments: [
    "https://u:\(secret)@e.test/a", "//u:\(secret)@e.test/a", #"https:/\\u:\#(secret)@e.test/a"#,
    "https://e.test/a;jsessionid=\(secret)", "https://e.test/a?token=\(secret)",
    "https://e.test/a#access_token=\(secret)", "https://e.test/echo/\(secret)",
    #"HTTPS:\\\\u:\#(secret)@e.test/a"#, "e.test/a;token=\(secret)",
  ])
  func noURLIsShownWithItsSecrets(url: String) throws {
    let fields = #"{"name":"Authorization","value":"Bearer \#(Self.secret)"}"#
    let cassette = try har([
      entry(url: url, parts: ["p"], fields: fields),
      #"{"request":{"url":"\#(url)","headers":[\#(fields)]},"response":{"status":0}}"#,
    ])
    try #require(cassette.warnings.count == 1 && cassette.skippedEntries.count == 1)
    #expect(!cassette.warnings[0].contains("SECRET"), "\(cassette.warnings)")
    #expect(cassette.skippedEntries[0].url?.contains("SECRET") == false)
    let vcr = try ImportFixtures.read(
      (#"{"http_interactions":[{"request":{"uri":"\#(url)","headers":{"Authorization":"#
        + #"["Bearer \#(Self.secret)"]}},"response":{"status":{"code":200},"body":{"x":1}}},"#
        + #"{"request":{"uri":"\#(url)","headers":{"Authorization":["Bearer \#(Self.secret)"]}}}]}"#)
        .utf8, in: folder)
    try #require(vcr.warnings.count == 1 && vcr.skipped.count == 1)
    #expect(!vcr.warnings[0].contains("SECRET"), "\(vcr.warnings)")
    #expect(vcr.skipped[0].url?.contains("SECRET") == false)
  }

  /// Here no header field shows the secret to be one: the URL's own form does.
  @Test(arguments: [
    "https://u:\(secret)@e.test/a", "//u:\(secret)@e.test/a", #"https:/\\u:\#(secret)@e.test/a"#,
    "https://e.test/a;jsessionid=\(secret)", #"https:\\u:\#(secret)@e.test/a"#,
    "https:u:\(secret)@e.test/a", "https:///u:\(secret)@e.test/a",
  ])
  func aURLTellsItsSecretsByItself(url: String) throws {
    let cassette = try har([entry(url: url, parts: ["p"])])
    try #require(cassette.warnings.count == 1)
    #expect(!cassette.warnings[0].contains("SECRET"), "\(cassette.warnings)")
  }

  @Test func noNameOfAPartIsShownWithASecret() throws {
    let fields = #"{"name":"Authorization","value":"Bearer \#(Self.secret)"}"#
    let names = ["a-\(Self.secret)", "https://u:\(Self.secret)@e.test/", "token=\(Self.secret)"]
    let cassette = try har([entry(url: "https://e.test/", parts: names, fields: fields)])
    try #require(cassette.warnings.count == 3)
    #expect(cassette.warnings.allSatisfy { !$0.contains("SECRET") }, "\(cassette.warnings)")
  }
}
