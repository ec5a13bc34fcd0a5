import Foundation
import GitHubClient
import MoyaCore
import ReplayProvider
import Testing

extension HTTPBinTests {
  /// What each kind of task puts into a request.
  struct Sending {
    let provider = HTTPBinServer.provider()

    @Test func nothing() async throws {
      let echo = try await provider.echo(of: .get)
      #expect(echo.args?.isEmpty == true && echo.headers["Accept"] == "*/*")
    }

    @Test func theMethodsThatMayBeUsed() async throws {
      let response = try await provider.request(.methods)
      let allowed = response.response?.value(forHTTPHeaderField: "Allow") ?? ""
      #expect(
        Set(allowed.components(separatedBy: ", ")).isSuperset(of: ["GET", "HEAD", "OPTIONS"]))
    }

    @Test func aHeadAlone() async throws {
      let response = try await provider.request(.probe)
      #expect(response.statusCode == 200 && response.data.isEmpty)
    }

    @Test func arraysInBrackets() async throws {
      let echo = try await provider.echo(of: .search(ids: [3, 1, 2], words: ["a b", "\u{E9}"]))
      #expect(echo.args == ["ids[]": ["3", "1", "2"], "words[]": ["a b", "\u{E9}"]])
    }

    @Test func arraysWithoutBrackets() async throws {
      #expect(try await provider.echo(of: .filter(ids: [7, 8])).args == ["ids": ["7", "8"]])
    }

    @Test("odd words survive the query", arguments: ["&=+", "a/b?c#d", "100%", "\u{1F600}", ""])
    func oddWords(word: String) async throws {
      let echo = try await provider.echo(of: .search(ids: [1], words: [word, "end"]))
      #expect(echo.args?["words[]"] == [word, "end"])
    }

    @Test func aKeyIsNoPartOfTheRecording() async throws {
      let echo = try await provider.echo(of: .keyed(apiKey: "key-of-\(UUID().uuidString)"))
      #expect(echo.args?["page"] == "2" && echo.args?["api_key"] != nil)
    }

    @Test func aSignatureIsNoPartOfTheRecording() async throws {
      let echo = try await provider.echo(of: .presigned(signature: UUID().uuidString))
      #expect(echo.args?["X-Amz-Expires"] == "300")
    }

    @Test func aFragmentIsNotSent() async throws {
      #expect(try await provider.echo(of: .fragment(accessToken: "of-the-tests")).args == [:])
    }

    @Test func bytes() async throws {
      let echo = try await provider.echo(of: .raw(Data("plain bytes".utf8)))
      #expect(echo.data == "plain bytes" && echo.method == "POST")
    }

    @Test func bytesThatAreNoText() async throws {
      let echo = try await provider.echo(of: .raw(Data([0xFF, 0x00, 0xFE])))
      #expect(echo.data == "data:application/octet-stream;base64,/wD+")
    }

    @Test func bytesBesideAQuery() async throws {
      let echo = try await provider.echo(of: .tagged(Data("x".utf8), tags: ["one", "two"]))
      #expect(echo.data == "x" && echo.args == ["tags[]": ["one", "two"]])
    }

    @Test func aValueAsJSON() async throws {
      let response = try await provider.request(.replace(Note(title: "ink", isDone: false)))
      let note = try response.map(Note.self, atKeyPath: "json")
      #expect(note.title == "ink" && !note.isDone)
    }

    @Test func aPasswordAsJSON() async throws {
      let login = Login(user: "octocat", password: "pw-\(UUID().uuidString)")
      let response = try await provider.request(.signIn(login))
      #expect(try response.map(String.self, atKeyPath: "json.user") == "octocat")
    }

    @Test func aValueByAnEncoderOfOnesOwn() async throws {
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      let response = try await provider.request(.remind(Reminder(text: "feed", date: date)))
      #expect(try response.map(String.self, atKeyPath: "json.date") == "2023-11-14T22:13:20Z")
    }

    @Test func parametersAsJSON() async throws {
      let response = try await provider.request(.refresh(token: "of-the-tests"))
      #expect(
        try response.map([String].self, atKeyPath: "json.grant.scopes") == ["read", "write"])
    }

    @Test func parametersAsAForm() async throws {
      let echo = try await provider.echo(of: .exchange(clientSecret: "of-the-tests"))
      #expect(echo.form?["grant_type"] == "client_credentials")
    }

    @Test func parametersInBodyAndQuery() async throws {
      let response = try await provider.request(.patch(idToken: "of-the-tests"))
      #expect(try response.map(Echo.self).args == ["dry": "1"])
      #expect(try response.map([String: String].self, atKeyPath: "json").count == 1)
    }

    @Test("things are removed one by one", arguments: [1, 2, 3])
    func removal(id: Int) async throws {
      #expect(try await provider.echo(of: .remove(id: id)).args == ["id": .one("\(id)")])
    }

    @Test func aFile() async throws {
      let file = try TestFile("the content of a file".utf8)
      #expect(try await provider.echo(of: .upload(file.url)).data == "the content of a file")
    }

    @Test func aForm() async throws {
      let notes = try TestFile("notes\r\n".utf8)
      let echo = try await provider.echo(
        of: .uploadAvatar(Data("picture".utf8), notes: notes.url, token: "of-the-tests"))
      #expect(echo.files?["avatar"] == "picture" && echo.files?["notes"] == "notes\r\n")
    }

    @Test func aFormWithAStreamBesideAQuery() async throws {
      let notes = try TestFile("notes".utf8)
      let echo = try await provider.echo(
        of: .album(title: "Reef", cover: Data("cover".utf8), notes: notes.url))
      #expect(echo.args == ["title": "Reef"])
      #expect(echo.files?["cover"] == "cover" && echo.files?["notes"] == "notes")
    }

    @Test func headerFields() async throws {
      let echo = try await provider.echo(
        of: .headers(["X-Client": "tests", "Accept-Language": "de, en;q=0.5"]))
      #expect(echo.headers["X-Client"] == "tests")
      #expect(echo.headers["Accept-Language"] == "de, en;q=0.5")
    }

    @Test func cookies() async throws {
      let response = try await provider.request(.cookies(session: "of-the-tests"))
      // Values of cookies are secrets, and not recorded.
      let cookies = try response.map([String: String].self, atKeyPath: "cookies")
      #expect(cookies.keys.sorted() == ["session", "theme"])
    }
  }
}
