#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

@Suite struct RequestMultipartFormDataTests {
  @Test func writesPartsBetweenBoundaries() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("FILE".utf8), to: "f.bin")
    let form = RequestMultipartFormData(boundary: "b")
    form.append(Data("1".utf8), withName: "plain")
    form.append(Data("2".utf8), withName: "named", fileName: "n.txt", mimeType: "text/plain")
    form.append(file, withName: "file", fileName: "other", mimeType: "image/x")
    form.append(
      InputStream(data: Data("abc".utf8)), withLength: 3, name: "s", fileName: "", mimeType: "")
    #expect(form.contentType == "multipart/form-data; boundary=b")
    #expect(form.contentLength == 9)
    let expected = """
      --b
      Content-Disposition: form-data; name="plain"

      1
      --b
      Content-Disposition: form-data; name="named"; filename="n.txt"
      Content-Type: text/plain

      2
      --b
      Content-Disposition: form-data; name="file"; filename="other"
      Content-Type: image/x

      FILE
      --b
      Content-Disposition: form-data; name="s"; filename=""
      Content-Type:\u{20}

      abc
      --b--

      """
    let body = String(decoding: try form.encode(), as: UTF8.self)
    #expect(
      body.split(separator: "\r\n", omittingEmptySubsequences: false).joined(separator: "\n")
        == expected)
  }

  @Test func writesTheSameIntoAFile() throws {
    let folder = try TemporaryFolder()
    let form = RequestMultipartFormData(boundary: "b")
    form.append(Data(repeating: 7, count: 200_000), withName: "n")
    let file = folder.file("out")
    try form.writeEncodedData(to: file)
    #expect(try folder.read("out") == form.encode())
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    let error = #expect(throws: AFError.self) { try form.writeEncodedData(to: file) }
    #expect(
      error?.localizedDescription
        == "The multipart body could not be built: \(file.path) exists already.")
  }

  @Test func makesABoundaryOfItsOwn() {
    let boundary = RequestMultipartFormData().boundary
    #expect(boundary.hasPrefix("alamofire.boundary."))
    #expect(boundary.utf8.count == 35)
    #expect(boundary != RequestMultipartFormData().boundary)
  }

  @Test func letsNoNameBeginAHeaderField() throws {
    let form = RequestMultipartFormData(boundary: "b")
    form.append(
      Data(), withName: "a\"\r\nX: y", fileName: "\r\n\r\n", mimeType: "text/x\r\nEvil: 1")
    let body = String(decoding: try form.encode(), as: UTF8.self)
    #expect(
      body == "--b\r\nContent-Disposition: form-data; name=\"a%22%0D%0AX: y\"; "
        + "filename=\"%0D%0A%0D%0A\"\r\nContent-Type: text/x%0D%0AEvil: 1\r\n\r\n\r\n--b--\r\n")
  }

  @Test func namesWhatIsWrongWithAFile() throws {
    let folder = try TemporaryFolder()
    for (url, message) in [
      (folder.file("none"), "there is no readable file at \(folder.path)/none."),
      (folder.url, "\(folder.path) is a folder."),
      (try #require(URL(string: "http://h/f.txt")), "http://h/f.txt is not a file's URL."),
    ] {
      let form = RequestMultipartFormData()
      form.append(url, withName: "n")
      let error = #expect(throws: AFError.self) { try form.encode() }
      #expect(error?.localizedDescription == "The multipart body could not be built: " + message)
      #expect(error?.url == url)
    }
  }

  @Test(arguments: [2 as UInt64, 4, .max])
  func refusesAStreamOfAnotherLength(announced: UInt64) {
    let form = RequestMultipartFormData()
    form.append(
      InputStream(data: Data("abc".utf8)), withLength: announced, name: "s", fileName: "f",
      mimeType: "text/x")
    #expect(form.contentLength == announced)
    let error = #expect(throws: AFError.self) { try form.encode() }
    #expect(
      error?.localizedDescription
        == "The multipart body could not be built: "
        + "a stream gave 3 bytes where \(announced) were announced.")
  }

  @Test func writesHeaderFieldsOfOnesOwn() throws {
    let form = RequestMultipartFormData(boundary: "b")
    form.append(
      InputStream(data: Data("abc".utf8)), withLength: 3,
      headers: ["Content-Disposition": "form-data; name=\"n\"", "X-A": "1\r\nX-B: 2"])
    let expected =
      "--b\r\nContent-Disposition: form-data; name=\"n\"\r\nX-A: 1%0D%0AX-B: 2\r\n"
      + "\r\nabc\r\n--b--\r\n"
    #expect(String(decoding: try form.encode(), as: UTF8.self) == expected)
  }

  @Test func takesAnotherContentType() {
    let form = RequestMultipartFormData(boundary: "b")
    form.contentType = "multipart/mixed; boundary=b"
    #expect(form.contentType == "multipart/mixed; boundary=b")
  }
}
#endif
