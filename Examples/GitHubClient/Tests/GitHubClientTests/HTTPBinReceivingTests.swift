import Foundation
import GitHubClient
import MoyaCore
import ReplayProvider
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPBinTests {
  /// What comes back.
  struct Receiving {
    let provider = HTTPBinServer.provider()

    @Test func gzip() async throws {
      let response = try await provider.request(.gzip)
      #expect(try response.map(Bool.self, atKeyPath: "gzipped"))
    }

    @Test func deflate() async throws {
      let response = try await provider.request(.deflate)
      #expect(try response.map(Bool.self, atKeyPath: "deflated"))
    }

    @Test func aPicture() async throws {
      let response = try await provider.request(.picture)
      #expect(response.data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      #expect(response.response?.mimeType == "image/png")
    }

    @Test func text() async throws {
      #expect(try await provider.request(.unicode).mapString().contains("\u{2200}"))
    }

    @Test("bytes come as they are", arguments: [0, 1, 255, 4_096, 20_000])
    func bytes(count: Int) async throws {
      let response = try await provider.request(.bytes(count, seed: 8))
      #expect(response.data.count == count)
    }

    @Test func aPictureIntoAFile() async throws {
      let file = try TestFile()
      let response = try await provider.request(.savePicture(to: file.url))
      #expect(response.statusCode == 200 && response.data.isEmpty)
      #expect(file.content?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    }

    @Test("bytes into files", arguments: [1, 2_000, 20_000])
    func download(count: Int) async throws {
      let file = try TestFile()
      _ = try await provider.request(.download(count, seed: 3, to: file.url))
      #expect(file.content?.count == count)
      // The same seed gives the same bytes, by another way.
      #expect(try await provider.request(.bytes(count, seed: 3)).data == file.content)
    }

    @Test func aDownloadTakesTheOldFileAway() async throws {
      let file = try TestFile("old".utf8)
      _ = try await provider.request(.download(20, seed: 4, to: file.url))
      #expect(file.content?.count == 20)
    }

    @Test(
      "any status is an answer", arguments: [200, 204, 206, 304, 400, 403, 404, 410, 418, 429, 503])
    func statuses(code: Int) async throws {
      let response = try await provider.request(.status(code))
      #expect(response.statusCode == code)
      #expect(((try? response.filterSuccessfulStatusCodes()) != nil) == (200..<300).contains(code))
    }

    @Test("a refused status carries its response", arguments: [404, 418, 500])
    func refusedStatuses(code: Int) async throws {
      let error = await #expect(throws: MoyaError.self) {
        try await provider.request(.successful(status: code))
      }
      #expect(error?.response?.statusCode == code)
    }

    @Test func anAcceptedStatus() async throws {
      #expect(try await provider.request(.successful(status: 201)).statusCode == 201)
    }

    @Test func whatIsNotThere() async throws {
      let response = try await provider.request(.missing)
      #expect(throws: MoyaError.self) { try response.filterSuccessfulStatusCodes() }
    }

    @Test("redirections are followed", arguments: [true, false])
    func redirections(isAbsolute: Bool) async throws {
      let response = try await provider.request(.redirect(times: 3, absolute: isAbsolute))
      #expect(response.statusCode == 200 && response.response?.url?.path == "/get")
    }

    @Test("redirections of each kind", arguments: [301, 302, 303, 307, 308])
    func redirection(status: Int) async throws {
      let response = try await provider.request(.redirectTo("/get?from=\(status)", status: status))
      #expect(try response.map(Echo.self).args == ["from": .one("\(status)")])
      #expect(response.response?.url?.query == "from=\(status)")
    }

    @Test func cookiesAreSet() async throws {
      let response = try await provider.request(.setCookie(session: "of-the-tests"))
      #expect(response.response?.url?.path == "/cookies")
    }

    @Test func headerFields() async throws {
      let response = try await provider.request(
        .answer([("X-One", "1"), ("X-Text", "a, b; c"), ("ETag", "\"x\"")]))
      #expect(response.response?.value(forHTTPHeaderField: "x-one") == "1")
      #expect(response.response?.value(forHTTPHeaderField: "X-TEXT") == "a, b; c")
      #expect(response.response?.value(forHTTPHeaderField: "etag") == "\"x\"")
    }

    @Test func aTokenOpensTheDoor() async throws {
      let provider = HTTPBinServer.provider(
        plugins: [AccessTokenPlugin { _ in "token-\(UUID().uuidString)" }])
      #expect(try await provider.request(.bearer).statusCode == 200)
    }

    @Test func aPasswordOpensTheDoor() async throws {
      let response = try await provider.request(.basic(user: "octocat", password: "ink"))
      #expect(try response.map(String.self, atKeyPath: "user") == "octocat")
    }

    @Test func anIdentifierStaysAsItWasRecorded() async throws {
      let id = try await provider.request(.uuid).map(UUID.self, atKeyPath: "uuid")
      #expect(id.uuidString.count == 36)
    }

    @Test func aServerThatIsNotThere() async throws {
      let error = await #expect(throws: MoyaError.self) { try await provider.request(.unreachable) }
      guard case .underlying(let inner, nil)? = error,
        case .sessionTaskFailed(let failure)? = inner.asAFError
      else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect((failure as? URLError)?.code == .cannotConnectToHost)
    }

    @Test func whatIsNoJSON() async throws {
      let response = try await provider.request(.unicode)
      let error = #expect(throws: MoyaError.self) { try response.map(Note.self) }
      guard case .objectMapping? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func progressEndsWithTheResponse() async throws {
      let file = try TestFile()
      var steps: [ProgressResponse] = []
      for try await step in provider.requestWithProgress(.download(9_000, seed: 5, to: file.url)) {
        steps.append(step)
      }
      #expect(steps.last?.completed == true && steps.last?.progress == 1)
      #expect(steps.dropLast().allSatisfy { !$0.completed })
    }

    @Test func manyAtOnce() async throws {
      try await withThrowingTaskGroup(of: (Int, Int).self) { group in
        for count in 1...20 {
          group.addTask {
            let provider = HTTPBinServer.provider()
            return (count, try await provider.request(.bytes(count, seed: 9)).data.count)
          }
        }
        for try await (count, received) in group { #expect(received == count) }
      }
    }

    @Test func amongOtherTargets() async throws {
      let provider = ReplayProvider<MultiTarget>(
        endpointClosure: { target in
          (target.target as? HTTPBin).map { HTTPBinServer.endpoint(for: $0) }
            ?? MoyaProvider.defaultEndpointMapping(for: target)
        })
      let response = try await provider.request(MultiTarget(HTTPBin.bytes(32, seed: 10)))
      #expect(response.data.count == 32)
    }
  }
}
