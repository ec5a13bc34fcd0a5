import Foundation
import Testing

@testable import Cassette

struct MultipartParserTests {
  private func parts(_ text: String, _ type: String = "multipart/form-data; boundary=b")
    -> [Cassette.Body.Part]?
  {
    MultipartParser.parts(Data(text.utf8), contentType: type)
  }

  @Test func readsParts() {
    let text =
      "--b \t\r\nContent-Disposition: form-data; name=\"a\\\"b\"; filename=\"c;\\d\"\r\n"
      + "content-TYPE: text/plain\r\n\r\nx\r\n--bb\r\n\r\n--b\r\n"
      + "Content-Disposition:form-data;name=n\r\n\r\n\r\n--b--"
    let expected = [
      Cassette.Body.Part(
        name: "a\"b", fileName: "c;\\d", contentType: "text/plain",
        value: Data("x\r\n--bb\r\n".utf8)),
      Cassette.Body.Part(name: "n", value: Data()),
    ]
    #expect(parts(text) == expected)
    #expect(parts(text + "\r\n", "Multipart/Form-Data;charset=x; Boundary=\"b\"") == expected)
    #expect(parts("--b--\r\n")?.isEmpty ?? false)
  }

  @Test(arguments: [
    "", "--", "--b", "--b\r\n", "--bx\r\n\r\n--b--", "x\r\n--b\r\n\r\n\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=n\r\n\r\nx",
    "--b\r\nContent-Disposition: form-data; name=n\r\n\r\nx\r\n--b--\r\nepilogue",
    "--b\r\n\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=n\r\nX: y\r\n\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: form-data; name=n; x=y\r\n\r\nx\r\n--b--",
    "--b\r\nContent-Disposition: attachment; name=n\r\n\r\nx\r\n--b--",
    "--b\nContent-Disposition: form-data; name=n\n\nx\n--b--",
    "--b\r\nno colon\r\n\r\nx\r\n--b--", "--b\r\n--b--", "--b\r\n--b\r\n--b--",
  ])
  func leavesWhatPartsCannotSay(text: String) {
    #expect(parts(text) == nil)
  }

  @Test func needsABoundary() {
    let text = "--b--"
    for type in [
      "multipart/form-data", "multipart/form-data; boundary=", "text/plain; boundary=b", "",
      "multipart/form-data; xboundary=b", "multipart/form-data; boundary=\"",
    ] {
      #expect(parts(text, type) == nil, "\(type)")
    }
  }

  @Test func otherMultipartComparesByItsParts() {
    func related(_ boundary: String, _ identifier: String) -> Cassette.Request {
      Fixture.post(
        "--\(boundary)\r\nContent-ID: \(identifier)\r\n\r\nx\r\n--\(boundary)--",
        "multipart/related; boundary=\(boundary)")
    }
    #expect(Fixture.difference(related("a", "1"), related("b", "1")) == nil)
    #expect(
      Fixture.difference(related("a", "1"), related("b", "2"))
        == #"body header of part number 1: sent "Content-ID: 1", recorded "Content-ID: 2""#)
  }

  @Test func survivesAnyBytes() {
    let seed = UInt64.random(in: 0 ... .max)
    print("MultipartParserTests.survivesAnyBytes seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let words = [
      "--b", "\r\n", "--", "b", ":", "Content-Disposition: form-data; name=\"", "\"", ";",
    ]
    for _ in 0..<20_000 {
      let text =
        "--b"
        + (0..<Int.random(in: 0...12, using: &random)).map { _ in
          words.randomElement(using: &random) ?? ""
        }.joined()
      guard let sections = MultipartParser.sections(Array(text.utf8), boundary: [0x62]) else {
        continue
      }
      #expect(sections.allSatisfy { $0.value.count < text.utf8.count })
    }
  }

  @Test func passesOverBoundariesThatAlmostOccur() {
    // A boundary that almost occurs everywhere.
    let boundary = String(repeating: "a", count: 60)
    let text =
      "--\(boundary)\r\n\r\n" + String(repeating: "\r\n--" + boundary.dropLast(), count: 200)
      + "\r\n--\(boundary)--"
    #expect(
      MultipartParser.sections(Array(text.utf8), boundary: Array(boundary.utf8))?.count == 1)
  }
}
