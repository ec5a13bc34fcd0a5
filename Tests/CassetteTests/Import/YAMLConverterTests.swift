import Foundation
import TestSupport
import Testing

@testable import Cassette

struct YAMLConverterTests {
  private func json(_ yaml: String, limit: Int = 1 << 20, count: Int = 1 << 30) throws -> String {
    var limits = Cassette.Limits()
    (limits.textByteCount, limits.jsonValueCount) = (limit, count)
    let python = VirtualEnvironment.yaml.executable("python")?.path
    return String(
      decoding: try YAMLConverter(python: python).json(
        of: Array(yaml.utf8), path: "F", limits: limits), as: UTF8.self)
  }

  @Test func theScriptIsTheOneOfTheRepository() throws {
    let file = Repository.root.appendingPathComponent("Scripts/yaml-to-json.py")
    #expect(try TestFiles.bytes(file) == Array(YAMLConverter.script.utf8))
  }

  @Test(arguments: [
    ("a: 2024-02-29 23:59:58.250000000 +01:00", #"{"a": "2024-02-29 23:59:58.250000000 +01:00"}"#),
    ("[1.50, yes, 0x10, 1:30, ~, null, '', , \"\"]", ""),
    (
      "- 1.50\n- yes\n- 0x10\n- 1:30\n- ~\n-\n- ''",
      #"["1.50", "yes", "0x10", "1:30", null, null, ""]"#
    ),
    ("!binary \"//4=\"", #"{"!binary": "//4="}"#),
    ("!!binary |\n  /\n  /4=\n", #"{"!binary": "//4="}"#),
    ("? !binary \"SGVhZA==\"\n: 1", #"{"Head": "1"}"#),
    ("!ruby/object:Foo {a: !ruby/sym b}", #"{"a": "b"}"#),
    ("!ruby/string {str: s, '@x': 1}", #""s""#),
    ("!!python/object/apply:os.system ['touch x']", #"["touch x"]"#),
    ("\"\\uD83D\\uDE00 \\xE9\"", #""\ud83d\ude00 \u00e9""#),
    ("a: &x [1]\nb: *x", #"{"a": ["1"], "b": ["1"]}"#),
    ("<<: {a: 1}", #"{"<<": {"a": "1"}}"#),
  ])
  func reads(yaml: String, expected: String) throws {
    guard try ImportFixtures.python() != nil else { return }
    if expected.isEmpty {
      #expect(throws: CassetteError.self) { try json(yaml) }
    } else {
      #expect(try json(yaml) == expected)
    }
  }

  @Test(arguments: [
    ("a: [", "F: not YAML as recordings are written in, line 1: "),
    ("a: &a [*a]", "F: not YAML as recordings are written in, line 1: "),
    ("--- 1\n--- 2\n", "F: not YAML as recordings are written in, line 2: "),
    ("!binary \"!\"", "F: not YAML as recordings are written in, "),
    (
      String(repeating: "[", count: 100_000),
      "F: not YAML as recordings are written in, it is nested too deep."
    ),
  ])
  func refuses(yaml: String, message: String) throws {
    guard try ImportFixtures.python() != nil else { return }
    let error = TestFiles.message { _ = try json(yaml) }
    #expect(error.hasPrefix(message), "\(error)")
  }

  /// Seven lines that would become a hundred million strings.
  @Test func bombsAreRefused() throws {
    guard try ImportFixtures.python() != nil else { return }
    var yaml = "- &a0 [x,x,x,x,x,x,x,x,x,x]\n"
    for level in 1...7 {
      yaml += "- &a\(level) ["
      yaml += Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",") + "]\n"
    }
    #expect(
      TestFiles.error { _ = try json(yaml) }
        == .tooLarge(path: "F", what: "the size of its JSON in bytes", limit: 1 << 20))
  }

  /// A value takes much more memory than its text.
  @Test func aliasesCountForAllThatTheyName() throws {
    guard try ImportFixtures.python() != nil else { return }
    #expect(
      try json("- &a [x, x]\n- [*a, *a]", count: 11)
        == #"[["x", "x"], [["x", "x"], ["x", "x"]]]"#)
    for yaml in ["- &a [x, x]\n- [*a, *a]", "- &a {x: 1, y: 1}\n- {b: *a, c: *a}"] {
      #expect(
        TestFiles.error { _ = try json(yaml, count: 10) }
          == .tooLarge(path: "F", what: "the number of its values", limit: 10))
    }
  }

  @Test func namesOfMembersAreNoLists() throws {
    guard try ImportFixtures.python() != nil else { return }
    #expect(
      TestFiles.message { _ = try json("? [&a [x], *a]\n: 1") }
        == "F: not YAML as recordings are written in, a list or mapping is the name of a member.")
  }

  @Test func saysWhatIsMissing() throws {
    let folder = try TestFolder()
    let other = "`cassette import --python FILE`, or CASSETTE_PYTHON in the environment."
    func message(_ python: String) -> String {
      TestFiles.message {
        _ = try YAMLConverter(python: python).json(of: [0x61], path: "F", limits: .init())
      }
    }
    let prefix = "F: YAML, which is read by Python with PyYAML"
    let unusable = " Install Python 3, or name one that is there: " + other
    #expect(
      message("/none/python3")
        == prefix + ", and /none/python3 cannot be run: No such file or directory." + unusable)
    let url = try folder.write(
      Array("#!/bin/sh\necho '/opt/python has no PyYAML' >&2\nexit 3\n".utf8), to: "p")
    chmod(url.path, 0o755)
    #expect(
      message(url.path)
        == prefix
        + ": /opt/python has no PyYAML. Install it with `\(url.path) -m pip install PyYAML`, "
        + "or name a Python that has it: " + other)
    _ = try folder.write(Array("#!/bin/sh\nkill -9 $$\n".utf8), to: "p")
    #expect(
      message(url.path)
        == prefix + ", and \(url.path) cannot be run: it ended with status 137." + unusable)
  }
}
