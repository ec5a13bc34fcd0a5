#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ChallengeTests {
  /// Wants user `u` with password `p`, and says what it got.
  private func server(challenge: String = "Basic realm=\"r\"") throws -> LoopbackServer {
    try LoopbackServer { request in
      request.value(of: "Authorization") == "Basic dTpw"
        ? Reply(200, text: "in \(request.bodyText)")
        : Reply(401, fields: [("WWW-Authenticate", challenge)], text: "out")
    }
  }

  private func provider(password: String?) -> MoyaProvider<TestTarget> {
    let plugin = CredentialsPlugin { _ in
      password.map { URLCredential(user: "u", password: $0, persistence: .none) }
    }
    return MoyaProvider(session: .bounded(), plugins: [plugin])
  }

  @Test(arguments: [nil, ["Authorization": "Basic eDp5"]])
  func givesTheAnswerToAChallengeThatNobodyMeets(headers: [String: String]?) async throws {
    let server = try server()
    let target = TestTarget(baseURL: server.baseURL, headers: headers)
    #expect(await provider(password: nil).result(of: target).summary == "401 out")
    #expect(server.requestCount == 1)
    let validated = TestTarget(
      baseURL: server.baseURL, headers: headers, validationType: .successCodes)
    #expect(
      await provider(password: nil).result(of: validated).summary
        == "responseValidationFailed 401")
  }

  @Test func meetsAChallengeWithACredential() async throws {
    let server = try server()
    #expect(
      await provider(password: "p").result(of: TestTarget(baseURL: server.baseURL)).summary
        == "200 in ")
    let post = TestTarget(
      baseURL: server.baseURL, method: .post, task: .requestData(Data("x".utf8)))
    #expect(await provider(password: "p").result(of: post).summary == "200 in x")
  }

  @Test func givesTheAnswerToAWrongCredential() async throws {
    let server = try server()
    let target = TestTarget(baseURL: server.baseURL)
    #expect(await provider(password: "wrong").result(of: target).summary == "401 out")
    #expect(server.requestCount == 2)
  }

  @Test func keepsACredentialFromAnotherOrigin() async throws {
    let other = try server()
    let first = try LoopbackServer { [url = other.url("/").absoluteString] _ in
      Reply(302, fields: [("Location", url)])
    }
    let target = TestTarget(baseURL: first.baseURL)
    #expect(await provider(password: "p").result(of: target).summary == "401 out")
    #expect(other.requests.allSatisfy { $0.value(of: "Authorization") == nil })
  }

  @Test(arguments: [
    "", ",", "Basic", "Basic realm=", "Digest", "Negotiate", "Bearer, Basic realm=\"r\"",
  ])
  func survivesOddChallenges(challenge: String) async throws {
    let server = try server(challenge: challenge)
    let target = TestTarget(baseURL: server.baseURL)
    let summary = await provider(password: "wrong").result(of: target).summary
    #expect(summary == "401 out")
  }

  @Test func downloadsNothingForAChallengeThatNobodyMeets() async throws {
    let server = try server()
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    let target = TestTarget(
      baseURL: server.baseURL, task: .downloadDestination { _, _ in (file, []) })
    #expect(await provider(password: nil).result(of: target).summary == "401 ")
    #expect(await provider(password: "p").result(of: target).summary == "200 ")
    #expect(try folder.read("f") == Data("in ".utf8))
  }

  /// What may carry a challenged request, and what the server says it got.
  enum Body: String, CaseIterable, Sendable {
    case none, data, file, multipart, download
  }

  @Test(
    arguments: Body.allCases, [nil, ["Authorization": "Basic eDp5"], ["Authorization": "Bearer t"]])
  func everyKindOfRequestIsAnsweredWithAndWithoutACredential(
    body: Body, headers: [String: String]?
  ) async throws {
    let server = try server()
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("file".utf8), to: "f")
    let output = folder.file("out")
    let part = MultipartFormData(provider: .data(Data("part".utf8)), name: "n")
    let task: Moya.Task =
      switch body {
      case .none: .requestPlain
      case .data: .requestData(Data("data".utf8))
      case .file: .uploadFile(file)
      case .multipart: .uploadMultipart([part])
      case .download: .downloadDestination { _, _ in (output, .removePreviousFile) }
      }
    let target = TestTarget(
      baseURL: server.baseURL, method: body == .none || body == .download ? .get : .post,
      task: task, headers: headers)
    let refused = try await provider(password: nil).result(of: target).get()
    #expect(refused.statusCode == 401)
    #expect(String(decoding: refused.data, as: UTF8.self) == (body == .download ? "" : "out"))
    let met = try await provider(password: "p").result(of: target).get()
    #expect(met.statusCode == 200)
    let text = String(
      decoding: body == .download ? try folder.read("out") : met.data, as: UTF8.self)
    switch body {
    case .none, .download: #expect(text == "in ")
    case .data: #expect(text == "in data")
    case .file: #expect(text == "in file")
    case .multipart: #expect(text.contains("\r\n\r\npart\r\n"))
    }
  }

  @Test func aStreamThatAChallengeAsksForAgainFails() async throws {
    let server = try server()
    var request = URLRequest(url: server.url("/x"))
    request.httpMethod = "POST"
    let upload = Session.bounded().upload(InputStream(data: Data("abc".utf8)), with: request)
    upload.authenticate(username: "u", password: "p", persistence: .none).resume()
    while !upload.isFinished { await _Concurrency.Task.yield() }
    let error = try #require(upload.error)
    #expect(MoyaError.underlying(error, nil).kind == "sessionTaskFailed")
    #expect(!server.requests.contains { $0.value(of: "Authorization") == "Basic dTpw" })
  }
}
#endif
