import Testing

@testable import Recorder

struct ModeResolutionTests {
  private func mode(_ argument: RecordMode?, _ environment: [String: String]) throws -> String {
    try ModeResolution(argument: argument, environment: environment).mode.name
  }

  @Test func innermostWins() throws {
    #expect(try mode(nil, [:]) == "once")
    #expect(try mode(nil, ["CASSETTE_MODE": "append"]) == "append")
    #expect(try mode(.live, ["CASSETTE_MODE": "append"]) == "live")
    #expect(try mode(nil, ["CASSETTE_MODE": ""]) == "once")
  }

  @Test(
    arguments: [
      (nil, nil, "replay"), (.once, nil, "replay"), (.append, nil, "replay"),
      (.rerecord, nil, "replay"), (.replay, nil, "replay"), (.live, nil, "live"),
      // The second opt-in lets the mode through, whoever named it.
      (nil, "once", "once"), (nil, "rerecord", "rerecord"), (.append, "rerecord", "append"),
      // A mode that cannot record is none.
      (.rerecord, "replay", "replay"), (.rerecord, "live", "replay"),
    ] as [(RecordMode?, String?, String)])
  func continuousIntegrationReplays(argument: RecordMode?, named: String?, result: String) throws {
    var environment = ["CI": "true"]
    environment["CASSETTE_MODE"] = named
    #expect(try mode(argument, environment) == result)
  }

  @Test(arguments: ["", "0", "false"]) func saysThatItIsNotContinuousIntegration(value: String)
    throws
  {
    #expect(try mode(nil, ["CI": value]) == "once")
  }

  @Test func saysWhyItReplays() throws {
    let resolution = try ModeResolution(argument: .rerecord, environment: ["CI": "1"])
    #expect(resolution.text == "replay, since CI is set; rerecord was asked for")
    #expect(try ModeResolution(argument: .replay, environment: ["CI": "1"]).text == "replay")
  }

  @Test(arguments: [nil, RecordMode.replay])
  func refusesUnknownNames(argument: RecordMode?) {
    #expect {
      try ModeResolution(argument: argument, environment: ["CASSETTE_MODE": "Once"])
    } throws: { error in
      "\(error)"
        == "CASSETTE_MODE=Once names no mode. Legal are: replay, once, append, rerecord, live."
    }
  }
}
