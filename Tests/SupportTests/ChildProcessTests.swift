import Foundation
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  @Test func givesBothOutputsAndTheStatus() async throws {
    let output = try await ChildProcess.run("sh", ["-c", "echo out; echo err >&2; exit 3"])
    #expect(output.stdout == "out\n")
    #expect(output.stderr == "err\n")
    #expect(output.status == 3)
    #expect(!output.isSignalled)
    #expect(!output.isSuccess)
  }

  @Test func runsInAFolderWithInput() async throws {
    let folder = try TemporaryFolder()
    let output = try await ChildProcess.run(
      "/bin/sh", ["-c", "pwd -P; cat"], in: folder.url, input: Data("in".utf8))
    #expect(output.stdout == "\(folder.path)\nin")
    #expect(output.isSuccess)
  }

  @Test func takesMuchOutputWithoutBlocking() async throws {
    let output = try await ChildProcess.run(
      "sh", ["-c", "head -c 3000000 /dev/zero; head -c 2000000 /dev/zero >&2"])
    #expect(output.outputData.count == 3_000_000)
    #expect(output.errorData.count == 2_000_000)
  }

  @Test func setsAndTakesAwayVariables() async throws {
    let output = try await ChildProcess.run(
      "/usr/bin/env", environment: ["CASSETTE_MODE": "once", "HOME": nil, "A B": "c\nd"])
    #expect(output.stdout.contains("CASSETTE_MODE=once\n"))
    #expect(output.stdout.contains("A B=c\nd\n"))
    #expect(!output.stdout.contains("HOME="))
    #expect(output.stdout.contains("PATH="))
  }

  @Test func leavesOutWhatWouldChangeAChild() {
    let cleaned = ChildProcess.cleaned([
      "CI": "true", "HTTPS_PROXY": "x", "no_proxy": "y", "CASSETTE_DIR": "z", "CIRCLE": "kept",
      "CASSETTES": "kept", "PROXY": "kept",
    ])
    #expect(cleaned == ["CIRCLE": "kept", "CASSETTES": "kept", "PROXY": "kept"])
  }

  @Test func killsWhatRunsTooLong() async throws {
    await #expect {
      try await ChildProcess.run(
        "sh", ["-c", "echo before; sleep 600; echo after"], limit: .milliseconds(300))
    } throws: { error in
      guard case ChildProcess.Failure.timedOut(let command, _, let output) = error else {
        return false
      }
      return command == "sh -c echo before; sleep 600; echo after" && output.stdout == "before\n"
        && output.isSignalled
    }
  }

  /// Foundation's `Process` ends this process in some of such runs.
  @Test func startsFromManyThreads() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for thread in 0..<16 {
        group.addTask {
          for round in 0..<50 {
            let output = try await ChildProcess.run("/bin/echo", ["\(thread) \(round)"])
            #expect(output.stdout == "\(thread) \(round)\n")
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func handsOnNoOpenFiles() async throws {
    let folder = try TemporaryFolder()
    let file = try FileHandle(forReadingFrom: folder.write([1], to: "held"))
    #expect(fcntl(file.fileDescriptor, F_SETFD, 0) == 0)
    let output = try await ChildProcess.run(
      "sh",
      ["-c", "if (: <&\(file.fileDescriptor)) 2>/dev/null; then echo open; else echo shut; fi"])
    #expect(output.stdout == "shut\n")
  }

  @Test func saysWhatCouldNotBeStarted() async throws {
    await #expect {
      try await ChildProcess.run("/nonexistent/program", ["-x"])
    } throws: { error in
      "\(error)".hasPrefix("`/nonexistent/program -x` could not be started: ")
    }
    let output = try await ChildProcess.run("no-such-program-anywhere")
    #expect(output.status == 127)
  }
}
