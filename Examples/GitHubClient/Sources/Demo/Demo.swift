import Foundation

/// Records real traffic into cassettes, and replays it in a process without a network.
@main
enum Demo {
  static func main() async {
    do {
      try await run(Array(CommandLine.arguments.dropFirst()))
    } catch let error as DemoError {
      if case .usage = error { fail("\(error)", status: 2) }
      fail("\(error)", status: 1)
    } catch {
      fail("\(error)", status: 1)
    }
  }

  private static func run(_ arguments: [String]) async throws {
    var options = try Options(arguments.dropFirst())
    switch arguments.first {
    case "record":
      let recording = Recording(
        port: try options.port("--server"), folder: try options.url("--folder"),
        seen: try options.url("--seen"), secretsFile: try options.url("--secrets"),
        copies: options.has("--copy") ? try options.url("--copy") : nil,
        isUnsafe: options.has("--unsafe"))
      try options.checkAllTaken()
      try await recording.run()
    case "replay":
      let replaying = Replaying(
        folder: try options.url("--folder"), seen: try options.url("--seen"),
        recorded: try options.url("--secrets"), sendsRecorded: options.has("--same-secrets"))
      try options.checkAllTaken()
      if try await !replaying.run() { exit(1) }
    case "octocat":
      let octocat = Octocat(
        server: try options.text("--server"), cassette: try options.url("--cassette"))
      try options.checkAllTaken()
      try await octocat.record()
    case let command:
      throw DemoError.usage("there is no command \"\(command ?? "")\"")
    }
  }

  private static func fail(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("Demo: \(message)\n".utf8))
    exit(status)
  }
}

/// The options of a command.
private struct Options {
  private static let flags: Set<String> = ["--unsafe", "--same-secrets"]
  private var values: [String: String] = [:]

  init(_ arguments: some Sequence<String>) throws {
    var rest = Array(arguments)[...]
    while let name = rest.popFirst() {
      guard name.hasPrefix("--") else { throw DemoError.usage("\"\(name)\" is no option") }
      if Self.flags.contains(name) {
        values[name] = ""
      } else {
        guard let value = rest.popFirst() else {
          throw DemoError.usage("\(name) needs a value")
        }
        values[name] = value
      }
    }
  }

  mutating func has(_ name: String) -> Bool {
    Self.flags.contains(name) ? values.removeValue(forKey: name) != nil : values[name] != nil
  }

  mutating func text(_ name: String) throws -> String {
    guard let value = values.removeValue(forKey: name) else {
      throw DemoError.usage("\(name) is missing")
    }
    return value
  }

  mutating func url(_ name: String) throws -> URL {
    URL(fileURLWithPath: try text(name))
  }

  /// The port of a server on this machine.
  mutating func port(_ name: String) throws -> UInt16 {
    let text = try text(name)
    guard let url = URL(string: text), url.scheme == "http", url.host == "127.0.0.1",
      let port = url.port.flatMap(UInt16.init(exactly:))
    else { throw DemoError.usage("\(name) must be http://127.0.0.1:PORT, not \(text)") }
    return port
  }

  func checkAllTaken() throws {
    if let name = values.keys.sorted().first { throw DemoError.usage("\(name) is unknown here") }
  }
}
