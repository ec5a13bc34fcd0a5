import Foundation
import TestSupport
import Testing

@testable import Cassette

/// The exported script, run by a shell with a real curl against a server that keeps what it gets.
struct CurlReplayTests {
  private let server: LoopbackServer
  private let folder: TestFolder

  init() throws {
    server = try LoopbackServer { _ in Reply(200, text: "ok") }
    folder = try TestFolder()
  }

  private func run(_ requests: [Cassette.Request], shell: String = "sh") async throws {
    let cassette = Cassette(
      interactions: requests.map {
        .init(request: $0, outcome: .response(.init(status: 200)))
      })
    try cassette.exportText(.curl, to: folder.file("a.sh"))
    let output = try await ChildProcess.run(
      shell, ["-e", "a.sh"], in: folder.url, environment: ["HOME": folder.url.path])
    #expect(output.isSuccess, "\(output.stderr)")
    #expect(server.requestCount == requests.count)
  }

  /// Whether curl is there; a warning that nobody overlooks where it is not.
  private func hasCurl() throws -> Bool {
    if try ChildProcess.run("sh", ["-c", "command -v curl"]).isSuccess { return true }
    Issue.record("NOT TESTED with curl: it is not installed.", severity: .warning)
    return false
  }

  @Test(arguments: ["sh", "bash"])
  func curlSendsTheRecordedRequests(shell: String) async throws {
    guard try hasCurl() else { return }
    let seed = UInt64.random(in: .min ... .max)
    print("seed of \(#function): \(seed)")
    var random = RandomInteractions(seed: seed)
    var bodies: [[UInt8]] = [
      [], ImportFixtures.all256, Array("@file".utf8), Array("it's \\n $HOME `x` \"y\" %s\n".utf8),
      Array("a=1&b=caf%C3%A9+x".utf8), Array("\r\n\u{1B}[0m".utf8), Array("<a".utf8),
      Array(String(repeating: "0123456789\u{E9}", count: 20_000).utf8), [0], Array("%d\\".utf8),
    ]
    for _ in 0..<30 { bodies.append(Array(random.bytes(allowingEmpty: true))) }
    let fields: Cassette.HeaderFields = [
      "Content-Type": "text/x; q=\"it's\"", "X-Odd": #"a'b"c\d$HOME`x`!*?{1,2} é"#, "X-Empty": "",
      "X-Twice": "1", "x-twice": "2", "Content-Length": "3",
    ]
    let requests = bodies.enumerated().map { number, body in
      Cassette.Request(
        method: number == 4 ? "PUT" : "POST",
        url: server.url("/a/../b%20c/[\(number)]{x,y}?q='1'&r=$x;y").absoluteString,
        headerFields: number == 5 ? [:] : fields, body: Cassette.Body(Data(body)))
    }
    let port = server.port
    let targets = bodies.indices.map { "/a/../b%20c/[\($0)]{x,y}?q='1'&r=$x;y" }
    let spelled = zip(requests, targets).map { request, target in
      var request = request
      request.url = "http://127.0.0.1:\(port)" + target
      return request
    }
    try await run(spelled, shell: shell)
    for (number, received) in server.requests.enumerated() {
      #expect(received.body == bodies[number], "body \(number)")
      #expect(received.target == targets[number])
      #expect(received.method == (number == 4 ? "PUT" : "POST"))
      let sent = received.fields.filter { field in
        !["host", "content-length"].contains(field.name.lowercased())
      }
      let expected = number == 5 ? [] : fields.dropLast().map { ($0.name, $0.value) }
      #expect(
        sent.map { "\($0.name): \($0.value)" } == expected.map { "\($0.0): \($0.1)" },
        "fields of \(number)")
    }
  }

  @Test func curlSendsPartsAndOtherMethods() async throws {
    guard try hasCurl() else { return }
    let parts: [Cassette.Body.Part] = [
      .init(name: "a\"b", value: Data("cassette-boundary-0".utf8)),
      .init(name: "f", fileName: "x\r\n.png", contentType: "image/png", value: Data([0xFF, 0])),
    ]
    let url = server.url("/").absoluteString
    try await run([
      .init(
        method: "POST", url: url,
        headerFields: ["Content-Type": "multipart/form-data; boundary=old"],
        body: .multipart(parts)),
      .init(method: "HEAD", url: url), .init(method: "DELETE", url: url),
      .init(method: "GET", url: url, body: .bytes(Data("x".utf8))),
      .init(method: "GET", url: url, headerFields: ["Accept": "text/x", "User-Agent": "u"]),
    ])
    let all = server.requests
    #expect(
      all[0].value(of: "Content-Type") == "multipart/form-data; boundary=cassette-boundary-1")
    let boundary = "--cassette-boundary-1"
    #expect(
      all[0].body
        == Array(
          "\(boundary)\r\nContent-Disposition: form-data; name=\"a%22b\"\r\n\r\ncassette-boundary-0\r\n\(boundary)\r\nContent-Disposition: form-data; name=\"f\"; filename=\"x%0D%0A.png\"\r\nContent-Type: image/png\r\n\r\n"
            .utf8) + [0xFF, 0] + Array("\r\n\(boundary)--\r\n".utf8))
    #expect(all.map(\.method) == ["POST", "HEAD", "DELETE", "GET", "GET"])
    #expect(all[3].body == Array("x".utf8) && all[2].body.isEmpty)
    #expect(all[4].fields.map(\.name) == ["Host", "Accept", "User-Agent"])
    #expect(all[2].fields.map(\.name) == ["Host"])
  }

  @Test func contentThatWasNotKeptIsAskedFor() async throws {
    guard try hasCurl() else { return }
    let lost = Cassette(interactions: [
      .init(
        request: .init(
          method: "POST", url: server.url("/").absoluteString,
          body: .digest(byteCount: 3, sha256: String(repeating: "ab", count: 32))),
        outcome: .response(.init(status: 200)))
    ])
    try lost.exportText(.curl, to: folder.file("a.sh"))
    let without = try await ChildProcess.run("sh", ["a.sh"], in: folder.url)
    #expect(!without.isSuccess && without.stderr.contains("3 bytes of SHA-256 abab"))
    #expect(server.requestCount == 0)
    _ = try folder.write(Array("a\nb".utf8), to: "it's it")
    let with = try await ChildProcess.run(
      "sh", ["a.sh"], in: folder.url, environment: ["CONTENT_0": "it's it"])
    #expect(with.isSuccess && server.requests.map(\.body) == [Array("a\nb".utf8)])
  }

  /// Whatever stands in a cassette, a shell makes arguments of it and nothing else.
  @Test(arguments: ["sh", "bash"])
  func hostileTextIsAnArgument(shell: String) async throws {
    let seed = UInt64.random(in: .min ... .max)
    print("seed of \(#function): \(seed)")
    var random = RandomInteractions(seed: seed)
    let hostile = [
      "$(touch x)", "`touch x`", "'; touch x; '", "\\'; touch x #", "a\ntouch x", "!!",
    ]
    let interactions = (0..<60).map { number in
      let text = number < hostile.count ? hostile[number] : random.text()
      return Cassette.Interaction(
        request: .init(
          method: text, url: text, headerFields: ["X-A": text],
          body: Cassette.Body(Data(text.utf8))),
        outcome: .response(.init(status: 200, statusText: text)), target: .init(type: text))
    }
    _ = try folder.write(
      Array("#!/bin/sh\nprintf '%s\\0' \"$@\" END >> out\n".utf8), to: "curl")
    chmod(folder.file("curl").path, 0o755)
    try Cassette(interactions: interactions).exportText(.curl, to: folder.file("a.sh"))
    let output = try await ChildProcess.run(
      shell, ["a.sh"], in: folder.url,
      environment: ["PATH": "\(folder.url.path):/usr/bin:/bin"])
    #expect(output.isSuccess && output.outputData.isEmpty, "\(output.stdout)\(output.stderr)")
    #expect(try folder.names == ["a.sh", "curl", "out"])
    let arguments = try TestFiles.bytes(folder.file("out")).split(
      separator: 0, omittingEmptySubsequences: false
    ).map { Array($0) }
    let calls = arguments.split { $0.elementsEqual("END".utf8) }
    let urls = calls.map { call in call.count > 3 ? Array(call)[3] : [] }
    #expect(
      urls.prefix(interactions.count).elementsEqual(
        interactions.map { $0.request.url.utf8.filter { $0 != 0 } }, by: { $0.elementsEqual($1) }))
  }
}
