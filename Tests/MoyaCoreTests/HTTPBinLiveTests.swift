#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests to httpbin, which answers with what it was sent.
@Suite struct HTTPBinLiveTests {
  private let provider = MoyaProvider<TestTarget>(session: .bounded())

  private func target(
    _ path: String, _ method: HTTPMethod = .get, _ task: Moya.Task = .requestPlain,
    headers: [String: String]? = nil, validation: ValidationType = .none
  ) -> TestTarget {
    TestTarget(
      baseURL: HTTPBin.shared.baseURL, path: path, method: method, task: task, headers: headers,
      validationType: validation)
  }

  private struct Echo: Decodable {
    var args: [String: String]
    var form: [String: String]?
    var files: [String: String]?
    var data: String?
    var headers: [String: String]
  }

  private func echo(_ target: TestTarget) async throws -> Echo {
    try await provider.result(of: target).get().filterSuccessfulStatusCodes().map(Echo.self)
  }

  @Test func sendsParametersInTheQueryOfAGet() async throws {
    let parameters: [String: Any] = ["a": "x y&é", "b": true]
    let echo = try await echo(
      target(
        "/get", .get, .requestParameters(parameters: parameters, encoding: URLEncoding.default),
        headers: ["X-Own": "1"]))
    #expect(echo.args == ["a": "x y&é", "b": "1"])
    #expect(echo.headers["X-Own"] == "1")
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete])
  func sendsAFormInTheBody(method: HTTPMethod) async throws {
    let echo = try await echo(
      target(
        "/\(method.rawValue.lowercased())", method,
        .requestCompositeParameters(
          bodyParameters: ["a": "1 2"], bodyEncoding: URLEncoding.httpBody,
          urlParameters: ["q": 1])))
    #expect(echo.form == ["a": "1 2"])
    #expect(echo.args == ["q": "1"])
  }

  @Test func sendsJSON() async throws {
    let echo = try await echo(
      target("/post", .post, .requestJSONEncodable(["k": "é"])))
    #expect(echo.data == #"{"k":"é"}"#)
    #expect(echo.headers["Content-Type"] == "application/json")
  }

  @Test func sendsPartsAndFiles() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("of a file".utf8), to: "f.txt")
    let parts = [
      MultipartFormData(provider: .data(Data("plain".utf8)), name: "p"),
      MultipartFormData(provider: .file(file), name: "f"),
      MultipartFormData(
        provider: .stream(InputStream(data: Data("of a stream".utf8)), 11), name: "s",
        fileName: "s.txt", mimeType: "text/plain"),
    ]
    let echo = try await echo(
      target("/post", .post, .uploadCompositeMultipart(parts, urlParameters: ["q": 1])))
    #expect(echo.form == ["p": "plain"])
    #expect(echo.files == ["f": "of a file", "s": "of a stream"])
    #expect(echo.args == ["q": "1"])
    let put = target("/put", .put, .uploadFile(file), headers: ["Content-Type": "text/plain"])
    #expect(try await self.echo(put).data == "of a file")
  }

  @Test(arguments: [200, 204, 302, 404, 418, 500, 503])
  func answersAreSuccessesWhateverTheirStatusUnlessTheyAreValidated(status: Int) async throws {
    let path = "/status/\(status)"
    // httpbin redirects to a page of its own.
    let final = status == 302 ? 200 : status
    let answer = try await provider.result(of: target(path)).get()
    #expect(answer.statusCode == final)
    let validated = await provider.result(of: target(path, validation: .successCodes))
    if final < 300 {
      #expect(try validated.get().statusCode == final)
    } else {
      #expect(validated.summary == "responseValidationFailed \(final)")
    }
  }

  @Test func followsRedirectionsAndKeepsTheRequestThatWasMade() async throws {
    let response = try await provider.result(of: target("/redirect/3")).get()
    #expect(response.statusCode == 200)
    #expect(response.request?.url == HTTPBin.shared.url("/redirect/3"))
    #expect(response.response?.url == HTTPBin.shared.url("/get"))
  }

  @Test(arguments: ["gzip", "deflate"])
  func decodesCompressedBodies(coding: String) async throws {
    let json = try await provider.result(of: target("/\(coding)")).get().mapJSON()
    #expect(((json as? [String: Any])?[coding == "gzip" ? "gzipped" : "deflated"]) as? Bool == true)
  }

  @Test func meetsABasicChallenge() async throws {
    let path = "/basic-auth/u/p"
    #expect(try await provider.result(of: target(path)).get().statusCode == 401)
    let plugin = CredentialsPlugin { _ in
      URLCredential(user: "u", password: "p", persistence: .none)
    }
    let meeting = MoyaProvider<TestTarget>(session: .bounded(), plugins: [plugin])
    #expect(try await meeting.result(of: target(path)).get().statusCode == 200)
    let upfront = target(path, headers: ["Authorization": "Basic dTpw"])
    #expect(try await provider.result(of: upfront).get().statusCode == 200)
  }

  @Test func sendsATokenOfThePlugin() async throws {
    let plugin = AccessTokenPlugin { _ in "tok" }
    let provider = MoyaProvider<TestTarget>(session: .bounded(), plugins: [plugin])
    var target = target("/bearer")
    #expect(try await provider.result(of: target).get().statusCode == 401)
    target.authorizationType = .bearer
    #expect(try await provider.result(of: target).get().mapString(atKeyPath: "token") == "tok")
  }

  @Test func downloadsIntoAFile() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("deep/f")
    let download = target(
      "/bytes/2000", .get,
      .downloadParameters(
        parameters: ["seed": 1], encoding: URLEncoding.queryString,
        destination: { _, _ in (file, [.createIntermediateDirectories]) }))
    let response = try await provider.result(of: download).get()
    #expect(response.data.isEmpty)
    #expect(try folder.read("deep/f").count == 2000)
  }

  @Test func keepsCookiesForTheNextRequest() async throws {
    _ = await provider.result(
      of: target(
        "/cookies/set", .get,
        .requestParameters(
          parameters: ["c": "d"], encoding: URLEncoding.queryString)))
    let cookies = try await provider.result(of: target("/cookies")).get()
    #expect(try cookies.map([String: String].self, atKeyPath: "cookies") == ["c": "d"])
  }

  @Test func cancelsWhatIsBeingWaitedFor() async {
    let result = await outcome { done in
      provider.request(target("/delay/5"), callbackQueue: DispatchQueue(label: "q")) {
        done($0)
      }.cancel()
    }
    #expect(result.summary == "explicitlyCancelled -")
  }
}
#endif
