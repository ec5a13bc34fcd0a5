import Testing

@testable import CassetteCommands

struct CommandSyntaxTests {
  private let syntax = CommandSyntax(
    name: "do", summary: "Does.", operands: "FILE [N]", operandCount: 1...2,
    options: [
      .init(name: "--output", value: "F", help: "Where to."),
      .init(name: "--all", help: "All of it."),
    ])

  private func message(_ arguments: String...) -> String? {
    do {
      _ = try syntax.parse(arguments)
      return nil
    } catch {
      let lines = "\(error)".split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[1] == "Usage: cassette do [--output F] [--all] FILE [N]")
      #expect(lines[2] == "See `cassette do --help`.")
      #expect(error.exitCode == .usage)
      return String(lines[0])
    }
  }

  @Test(arguments: [
    ["--output", "x", "a", "b"], ["a", "--output=x", "b"], ["a", "b", "--output", "x"],
    ["--output", "x", "--", "a", "b"],
  ])
  func takesOptionsAnywhere(arguments: [String]) throws {
    let parsed = try syntax.parse(arguments)
    #expect(parsed.operands == ["a", "b"])
    #expect(parsed.value(of: "--output") == "x")
    #expect(!parsed.has("--all") && !parsed.has("--help"))
  }

  @Test func takesWhatLooksLikeAnOption() throws {
    #expect(try syntax.parse(["--", "--all", "--"]).operands == ["--all", "--"])
    #expect(try syntax.parse(["-"]).operands == ["-"])
    let parsed = try syntax.parse(["a", "--output", "--all"])
    #expect(parsed.value(of: "--output") == "--all" && !parsed.has("--all"))
    #expect(try syntax.parse(["a", "--output=b=c"]).value(of: "--output") == "b=c")
  }

  @Test func helpNeedsNothingElse() throws {
    for argument in ["--help", "-h"] {
      #expect(try syntax.parse([argument]).has("--help"))
      #expect(try syntax.parse(["a", "b", "c", argument]).has("--help"))
    }
  }

  @Test func namesWhatIsLegal() {
    #expect(
      message("a", "--outptu=\u{1b}x")
        == #"cassette do: unknown option "--outptu"; there are --output F, --all, --help"#)
    #expect(
      message("a", "-\u{1b}")
        == #"cassette do: unknown option "-\u{1b}"; there are --output F, --all, --help"#)
    #expect(message() == "cassette do: FILE [N] is missing")
    #expect(message("a", "b", "c") == #"cassette do: "c" is one argument too many"#)
    #expect(message("") == "cassette do: an argument is empty")
    #expect(message("a", "--output") == "cassette do: --output needs a value: --output F")
    #expect(message("a", "--output=") == "cassette do: --output needs a value: --output F")
    #expect(message("a", "--all=1") == "cassette do: --all takes no value")
    #expect(message("a", "--all", "--all") == "cassette do: --all is there twice")
    // Canonically equivalent, but other bytes.
    #expect(message("a", "--all\u{301}") != nil)
  }
}
