import Foundation
import MoyaCore
import TargetTesting
import Testing

@Suite struct ExpectTaskTests {
  private struct Login: Encodable {
    var user = "ash"
    var password = "hunter22"
    var scopes = [1.0, 2]
  }

  @Test func passes() {
    #expect(TargetTestingTests.passes { expectTask(GitHub.zen, matches: .requestPlain) })
    #expect(
      TargetTestingTests.passes {
        expectTask(
          MultiTarget(GitHub.create(name: "x")),
          matches: .requestParameters(["private": true, "name": "x"], encoding: .json))
      })
    #expect(
      checkTask(
        Custom(task: .requestJSONEncodable(Login())),
        matches: .requestJSONEncodable(
          ["scopes": [1, 2.0], "password": "hunter22", "user": "ash"])
      ).isEmpty)
  }

  @Test func failsForAnotherCase() {
    #expect(
      failure {
        expectTask(GitHub.zen, matches: .requestParameters(["a": 1], encoding: .json))
      } == """
        task of GitHub.zen differs: expected requestParameters(1 key, JSONEncoding), got requestPlain

        - requestParameters
        - parameters: "a" = 1 (Int)
        - encoding: JSONEncoding
        + requestPlain
        """)
  }

  @Test func failsForParametersAndEncoding() {
    #expect(
      failure {
        expectTask(
          GitHub.create(name: "x"),
          matches: .requestParameters(["name": "y", "private": 1], encoding: .json(.sortedKeys)))
      } == """
        task of GitHub.create(name: "x") differs in parameters: "name" expected "y" (String), got \
        "x" (String) (1 of 3)

          requestParameters
        - parameters: "name" = "y" (String)
        - parameters: "private" = 1 (Int)
        - encoding: JSONEncoding(sortedKeys)
        + parameters: "name" = "x" (String)
        + parameters: "private" = true (Bool)
        + encoding: JSONEncoding

        also: differs in parameters: "private" expected 1 (Int), got true (Bool)
        also: differs in encoding: expected JSONEncoding(sortedKeys), got JSONEncoding
        """)
  }

  @Test func failsForJSONByPathAndHidesSecrets() {
    #expect(
      failure {
        expectTask(
          Custom(task: .requestJSONEncodable(Login())),
          matches: .requestJSONEncodable(
            ["user": "ash", "password": "hunter23", "scopes": [1, "2", 3]]))
      } == """
        task of Custom differs in JSON body at $.password: expected "[redacted:password]", got \
        another "[redacted:password]" (1 of 3)

          requestJSONEncodable
        - $.password = "[redacted:password]"
        + $.password = "[redacted:password]"
          $.scopes[0] = 1
        - $.scopes[1] = "2"
        - $.scopes[2] = 3
        + $.scopes[1] = 2
          $.user = "ash"

        also: differs in JSON body at $.scopes[1]: expected "2", got 2
        also: differs in JSON body at $.scopes[2]: expected 3, got missing
        """)
  }

  @Test func failsForTextByLine() {
    #expect(
      failure {
        expectTask(
          Custom(task: .requestData(Data("one\ntwo \nthree\ntoken: abc".utf8))),
          matches: .requestData(Data("one\ntwo\nthree\ntoken: abc".utf8)))
      } == #"""
        task of Custom differs in body at byte 7: expected 24 bytes, got 25 bytes

          requestData
          one
        - two
        + two\u{20}
          three
          token: [redacted:token]
        """#)
  }

  @Test func failsForOtherBytesByRow() {
    let bytes = (0..<255).map { UInt8($0) }
    var others = bytes
    others[100] = 0
    #expect(
      failure {
        expectTask(
          Custom(task: .requestData(Data(bytes))), matches: .requestData(Data(others)))
      } == """
        task of Custom differs in body at byte 100: both have 255 bytes

          (2 equal lines)
          00000030  30 31 32 33 34 35 36 37 38 39 3a 3b 3c 3d 3e 3f
          00000040  40 41 42 43 44 45 46 47 48 49 4a 4b 4c 4d 4e 4f
          00000050  50 51 52 53 54 55 56 57 58 59 5a 5b 5c 5d 5e 5f
        - 00000060  60 61 62 63 00 65 66 67 68 69 6a 6b 6c 6d 6e 6f
        + 00000060  60 61 62 63 64 65 66 67 68 69 6a 6b 6c 6d 6e 6f
          00000070  70 71 72 73 74 75 76 77 78 79 7a 7b 7c 7d 7e 7f
          00000080  80 81 82 83 84 85 86 87 88 89 8a 8b 8c 8d 8e 8f
          00000090  90 91 92 93 94 95 96 97 98 99 9a 9b 9c 9d 9e 9f
          (1 equal line)
        """)
  }

  @Test func saysWhenOnlyTheSpellingOfJSONDiffers() {
    #expect(
      failure {
        expectTask(
          Custom(task: .requestData(Data(#"{"a": 1}"#.utf8))),
          matches: .requestData(Data(#"{"a":1.0}"#.utf8)))
      } == """
        task of Custom differs in body at byte 5: expected 9 bytes, got 8 bytes

        Both bodies are the same JSON, spelled in different bytes.
        """)
  }

  @Test func failsForParts() {
    let part = MultipartFormData(
      provider: .data(Data([1])), name: "avatar", fileName: "a.png", mimeType: "image/jpeg")
    #expect(
      failure {
        expectTask(
          Custom(task: .uploadMultipart([part])),
          matches: .uploadMultipart([
            .init(.data(Data([1, 2])), name: "avatar", mimeType: "image/png"),
            .init(.file(URL(fileURLWithPath: "/x")), name: "doc"),
          ]))
      } == """
        task of Custom differs in parts: expected 2, got 1 (1 of 4)

          uploadMultipart
        - part 0: name "avatar", MIME type image/png, 2 bytes
        - part 1: name "doc", the file "file:///x"
        + part 0: name "avatar", file name "a.png", MIME type image/jpeg, 1 byte

        also: differs in part 0 ("avatar"): file name expected missing, got "a.png"
        also: differs in part 0 ("avatar"): MIME type expected image/png, got image/jpeg
        also: differs in part 0 ("avatar"): content differs at byte 1: expected 2 bytes, got 1 byte
        """)
  }

  @Test func failsForAFile() {
    #expect(
      failure {
        expectTask(
          Custom(task: .uploadFile(URL(fileURLWithPath: "/a"))),
          matches: .uploadFile(URL(fileURLWithPath: "/b")))
      } == """
        task of Custom differs in file: expected "file:///b", got "file:///a"

          uploadFile
        - file: "file:///b"
        + file: "file:///a"
        """)
  }

  @Test func anErrorThrownIsAFailure() {
    #expect(
      failure {
        expectTask(Custom(task: .requestJSONEncodable(Unencodable())), matches: .requestPlain)
      } == "task of Custom: threw EncodingError: no luck (at a)")
  }
}
