import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Names of cassettes, and folders that may not be written.
struct NamesCaseTests {
  private func run(_ name: String, _ studio: Studio, _ mode: RecordMode, _ reports: Reports)
    -> CassetteRun
  {
    CassetteRun(
      .named(name, in: studio.folder.url), mode: mode, options: studio.options,
      sourceFile: #filePath, environment: [:], reporter: reports.reporter)
  }

  @Test("FS-01: awkward and long names") func awkwardAndLongNames() async throws {
    let long = String(repeating: "n", count: 299)
    let names = [
      "login(user:)", "GET https://example.com/a?b=c", "a\\b", "q*\"<>|", "tab\there", long + "a",
      long + "b", String(repeating: "\u{E9}", count: 300), "a:b", "a-b", "x?", "x*", "../up",
      "a/../b", "/root", "CON", "e\u{301}", "\u{E9}", ".", "..", "x.", "x", "X y", "-rf", "~",
      "nul\0name",
    ]
    let studio = try Studio { Reply(text: $0.path) }
    for mode in [RecordMode.once, .replay] {
      for (index, name) in names.enumerated() {
        let reports = Reports()
        let provider = ReplayProvider<Probe>(
          run: run(name, studio, mode, reports), endpointClosure: { studio.live($0) })
        let seen = await provider.seen(Probe(.get, "/\(index)"))
        #expect(seen.text == "/\(index)", "\(name) \(reports.text)")
        try await provider.finish()
      }
    }
    #expect(studio.server.requestCount == names.count)
    let files = try studio.folder.contents().filter { $0.hasSuffix(".har.gz") }
    #expect(files.count == names.count)
    for component in files.flatMap({ $0.utf8.split(separator: UInt8(ascii: "/")) }) {
      #expect(component.count <= 255)
      let odd = component.filter { $0 < 0x20 || Array("<>:\"\\|?*".utf8).contains($0) }
      #expect(odd.isEmpty, "\(String(decoding: component, as: UTF8.self))")
      #expect(![UInt8(ascii: "."), UInt8(ascii: " ")].contains(component.last ?? 0))
    }
  }

  #if os(Linux) && compiler(>=6.3)
  @Test("FS-02: a read-only checkout") func aReadOnlyCheckout() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.get, "/a")])
    let facts = try FileFacts(studio.cassette)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: studio.cassette.path)
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: studio.folder.path)
    defer {
      try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: studio.folder.path)
    }
    await #expect(processExitsWith: .success) {
      [path = studio.cassette.path as String, port = studio.server.port as Int] in
      // Root may write everywhere.
      if getuid() == 0 {
        guard setgid(65534) == 0, setuid(65534) == 0 else { exit(3) }
      }
      guard chdir(URL(fileURLWithPath: path).deletingLastPathComponent().path) == 0 else {
        exit(4)
      }
      setenv("HOME", "/proc", 1)
      for mode in [RecordMode.replay, .once, .append] {
        let provider = childProvider(path: path, port: port, mode: mode)
        guard await provider.seen(Probe(.get, "/a")).text == "/a" else { exit(5) }
        try await provider.finish()
      }
      let onCI = childProvider(path: path, port: port, mode: nil, environment: ["CI": "true"])
      guard await onCI.seen(Probe(.get, "/a")).text == "/a" else { exit(9) }
      try await onCI.finish()
      let writing = childProvider(path: path, port: port, mode: .rerecord)
      guard case .failure(let error) = Result(catching: { try writing.run.checkOpening() }),
        "\(error)".contains(path), "\(error)".contains("permission")
      else { exit(6) }
      let adding = childProvider(path: path, port: port, mode: .append)
      _ = await adding.seen(Probe(.get, "/new"))
      do {
        try await adding.finish()
        exit(7)
      } catch {
        guard "\(error)".contains(path), "\(error)".contains("permission") else { exit(8) }
      }
      exit(0)
    }
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(try studio.folder.contents() == ["it.har.gz"])
  }
  #endif
}
