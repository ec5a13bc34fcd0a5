import Foundation
import Testing

@testable import Cassette

/// Sizes that a file gives of content that is not in it: any number may stand there.
struct HugeSizeTests {
  private static let hash = String(repeating: "a", count: 64)

  private func entry(size: String) -> [String] {
    let side = #""_file":"a.bodies/\#(Self.hash).gz","_sha256":"\#(Self.hash)""#
    func whole(_ request: String, _ response: String) -> String {
      #"{"startedDateTime":"2024-01-01T00:00:00.000Z","time":1,"request":{"method":"POST","#
        + #""url":"https://e.test/","headers":[]\#(request)},"#
        + #""response":{"status":200,"headers":[]\#(response)}}"#
    }
    let part = #"{"name":"f","value":"","_sha256":"\#(Self.hash)","_size":\#(size)}"#
    let params = #""params":[\#(part),\#(part)]"#
    return [
      whole(#","postData":{"mimeType":"multipart/form-data","text":"",\#(params)}"#, ""),
      whole(#","bodySize":\#(size),"postData":{"text":"","_sha256":"\#(Self.hash)"}"#, ""),
      whole("", #","content":{"size":\#(size),\#(side)}"#),
      whole("", #","content":{"size":0,"_params":[\#(part)]}"#),
    ]
  }

  @Test(arguments: ["9223372036854775807", "9007199254740993", "1e18"])
  func areRefused(size: String) throws {
    for entry in entry(size: size) {
      #expect {
        _ = try HAREntryDecoder.decode(Array(entry.utf8), isForeign: false)
      } throws: {
        ($0 as? HAREntryDecoder.Problem)?.reason.hasPrefix("its content is said to have ") == true
      }
    }
  }

  @Test func thoseThatAnyProgramReadsAreTaken() throws {
    for entry in entry(size: "9007199254740992") {
      let result = try HAREntryDecoder.decode(Array(entry.utf8), isForeign: false).result
      guard case .interaction(let interaction) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(interaction.bodies.contains { $0.byteCount >= 1 << 53 })
    }
  }

  @Test func sumsAreHeld() {
    let digest = Cassette.Body.Digest(byteCount: .max, sha256: Self.hash)
    let part = Cassette.Body.Part(name: "f", value: Data(), digest: digest)
    let body = Cassette.Body.multipart([part, part])
    #expect(body.byteCount == .max)
    #expect((-1).addingHeld(.min) == .min && Int.max.addingHeld(-1) == .max - 1)
    let interaction = Cassette.Interaction(
      request: .init(method: "POST", url: "https://e.test/", body: body),
      outcome: .response(.init(status: 200)))
    var encoder = HAREntryEncoder()
    var line: [UInt8] = []
    encoder.encode(interaction, into: &line)
    #expect(String(decoding: line, as: UTF8.self).contains(#""bodySize":9223372036854775807"#))
    #expect(!CurlText.text(of: interaction, number: 0).isEmpty)
  }
}
