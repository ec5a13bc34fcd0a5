import Foundation
import TestSupport
import Testing

@testable import Cassette

struct RedactorStreamTests {
  private let small = WindowedEdits.Sizes(window: 1024, overlap: 512, context: 128, bound: 8192)

  private func streamed(
    _ text: [UInt8], by redactor: Redactor, type: String? = nil, isHashed: Bool = false,
    sizes: WindowedEdits.Sizes? = nil
  ) throws -> (text: String, redactions: [Cassette.Redaction]) {
    let findings = Redactor.StreamFindings()
    let edits = redactor.edits(
      of: .init(
        place: "response.body", contentType: type, url: "https://api.test/", isHashed: isHashed),
      findings, sizes: sizes ?? small)
    var result: [UInt8] = []
    var start = 0
    while start < text.count {
      let end = min(start + 100, text.count)
      try Array(text[start..<end]).withBytes { (bytes) throws(CassetteError) in
        try edits.add(bytes) { (piece) throws(CassetteError) in result.append(contentsOf: piece) }
      }
      start = end
    }
    try edits.finish { (piece) throws(CassetteError) in result.append(contentsOf: piece) }
    return (String(decoding: result, as: UTF8.self), findings.redactions.sortedByPlace())
  }

  /// A redactor that has learned a secret from a header field.
  private func redactor(knowing secret: String) -> Redactor {
    let redactor = Redactor(nonce: 1)
    var interaction = TestFiles.simple(0)
    interaction.request.headerFields = ["Authorization": "Bearer \(secret)"]
    _ = redactor.redact(interaction)
    return redactor
  }

  private let filler = Array(String(repeating: "lorem ipsum; ", count: 300).utf8)
  private let secret = "k7Qz-93hdAl_0sXwErTy"

  @Test(arguments: ["plain", "base64", "percent", "unicode"])
  func aKnownSecretIsFoundWhereverWindowsMeet(encoding: String) throws {
    let redactor = redactor(knowing: secret)
    let written: String =
      switch encoding {
      case "base64": Data("ab\(secret)c".utf8).base64EncodedString()
      case "percent": secret.utf8.map { "%\(String($0, radix: 16))" }.joined()
      case "unicode": secret.utf8.map { "\\u00\(String($0, radix: 16))" }.joined()
      default: secret
      }
    for offset in stride(from: 0, to: 2_200, by: 59) {
      let text = Array(filler[..<offset]) + Array(written.utf8) + [0x20] + filler
      let result = try streamed(text, by: redactor)
      #expect(!result.text.contains(written), "\(offset)")
      #expect(result.redactions.map(\.place) == ["response.body"])
      #expect(result.text.hasSuffix(String(decoding: filler, as: UTF8.self)))
    }
  }

  @Test(arguments: [
    (#"{"note": "x", "access_token": "SECRET", "n": 1}"#, "application/json"),
    (#"{"access_token":"SECRET"}"# + "\n", "application/x-ndjson"),
    ("a line\napi_key=SECRET\n", "text/plain"),
  ])
  func aNamedSecretIsFoundWhereverWindowsMeet(line: String, type: String) throws {
    let written = Array(line.replacingOccurrences(of: "SECRET", with: secret).utf8)
    let other = Array(String(repeating: #"{"id": 1, "text": "é ü"}"# + "\n", count: 150).utf8)
    for offset in stride(from: 0, to: 2_200, by: 61) {
      let redactor = Redactor(nonce: 1)
      let start = String(decoding: other[..<offset], as: UTF8.self)
      let text = Array("\(start.dropLast())\n".utf8) + written + [0x0A] + other
      let result = try streamed(text, by: redactor, type: type)
      #expect(!result.text.contains(secret), "\(offset)")
      #expect(result.redactions.count == 1, "\(offset)")
      // And is known from then on.
      var interaction = TestFiles.simple(0)
      interaction.request.url = "https://api.test/\(secret)"
      #expect(!redactor.redact(interaction).request.url.contains(secret))
    }
  }

  @Test func aNamedSecretLongerThanTheOverlapGoesWhole() throws {
    let long = String(repeating: "k7Qz93hdAl0sXwErTy", count: 100)
    for offset in stride(from: 0, to: 2_000, by: 111) {
      let text =
        Array(filler[..<offset]) + Array("\n{\"password\":\"\(long)\"}\n".utf8) + filler
      let result = try streamed(text, by: Redactor(nonce: 1), type: "text/plain")
      #expect(!result.text.contains("k7Qz93"), "\(offset)")
      #expect(result.text.contains("{\"password\":\"[redacted:password:"), "\(offset)")
    }
  }

  @Test func aNumberStaysANumber() throws {
    let text = filler + Array("\n{\"pin\": 4711, \"password\": 98765432}\n".utf8) + filler
    let result = try streamed(text, by: Redactor(nonce: 1), type: "application/json")
    #expect(result.text.contains("{\"pin\": 1000, \"password\": 10000000}"))
    #expect(result.redactions.count == 2)
  }

  @Test func whatIsHashedHasNoNumbers() throws {
    let text = filler + Array("\npassword=\(secret)\n".utf8) + filler
    let first = try streamed(text, by: Redactor(nonce: 1), isHashed: true)
    let second = try streamed(text, by: redactor(knowing: secret), isHashed: true)
    #expect(first.text.contains("[redacted:password]"))
    #expect(second.text.contains("[redacted:"))
    #expect(!first.text.contains(secret) && !second.text.contains(secret))
    let again = try streamed(text, by: Redactor(nonce: 2), isHashed: true)
    #expect(again.text == first.text)
  }

  @Test func binaryContentStaysAsItIs() throws {
    var random = SplitMix64(name: "RedactorStreamTests.binaryContentStaysAsItIs")
    let bytes = random.bytes(20_000)
    let redactor = redactor(knowing: secret)
    let findings = Redactor.StreamFindings()
    let edits = redactor.edits(
      of: .init(place: "response.body", contentType: nil, url: "https://api.test/"), findings,
      sizes: small)
    var result: [UInt8] = []
    try bytes.withBytes { (bytes) throws(CassetteError) in
      try edits.add(bytes) { (piece) throws(CassetteError) in result.append(contentsOf: piece) }
    }
    try edits.finish { (piece) throws(CassetteError) in result.append(contentsOf: piece) }
    #expect(result == bytes && findings.redactions.isEmpty)
  }
}
