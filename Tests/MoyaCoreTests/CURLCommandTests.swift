#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct CURLCommandTests {
  @Test func describesWhatIsSentForAShell() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["A": "session"]
    let cookie = try #require(
      HTTPCookie(properties: [.name: "c", .value: "d", .domain: "127.0.0.1", .path: "/"]))
    configuration.httpCookieStorage?.setCookie(cookie)
    let session = Session(configuration: configuration)
    var request = URLRequest(url: server.url("/a?b=$c"))
    request.method = .post
    request.setValue("own \"$`\\", forHTTPHeaderField: "a")
    request.httpBody = Data("it's \"x\"".utf8)
    let sent = session.request(request).authenticate(username: "u", password: "p")
    #expect(sent.cURLDescription() == "$ curl command could not be created")
    let command = await withCheckedContinuation { continuation in
      sent.cURLDescription { continuation.resume(returning: $0) }.resume()
    }
    #expect(
      command.split(separator: " \\\n\t") == [
        "$ curl -v", "-X POST", "-u \"u:p\"", "-b \"c=d\"",
        #"-H "A: own \"\$\`\\""#, #"-d "it's \"x\"""#,
        "\"http://127.0.0.1:\(server.port)/a?b=\\$c\"",
      ])
    #expect(sent.cURLDescription() == command)
  }
}
#endif
