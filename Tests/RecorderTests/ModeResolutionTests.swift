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
      (.verify, nil, "verify"),
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

  /// What messages call the mode, by argument, `CASSETTE_MODE` and `CI`.
  @Test(
    arguments: [
      (nil, nil, nil, "once"), (nil, "append", nil, "append"), (.replay, "append", nil, "replay"),
      (.rerecord, "replay", nil, "rerecord"), (.once, "rerecord", nil, "once"),
      (nil, nil, "1", "replay, since CI is set; once was asked for"),
      (nil, "replay", "1", "replay"), (nil, "live", "1", "live"),
      (.append, nil, "yes", "replay, since CI is set; append was asked for"),
      (.append, "live", "1", "replay, since CI is set; append was asked for"),
      (.append, "verify", "1", "replay, since CI is set; append was asked for"),
      (.append, "once", "1", "append"), (.live, "once", "1", "live"),
      (.rerecord, nil, "FALSE", "replay, since CI is set; rerecord was asked for"),
    ] as [(RecordMode?, String?, String?, String)])
  func textsOfPrecedence(
    argument: RecordMode?, named: String?, integration: String?, text: String
  ) throws {
    var environment: [String: String] = [:]
    environment["CASSETTE_MODE"] = named
    environment["CI"] = integration
    #expect(
      try ModeResolution(argument: argument, environment: environment).text == text)
  }

  @Test(arguments: ["ONCE", "replay ", " once", "record", "all", "none", "o\u{301}nce", "0"])
  func namesThatAreNearlyRight(name: String) {
    #expect(
      throws: RecorderError.unknownMode(
        name, legal: ["replay", "once", "append", "rerecord", "verify", "live"])
    ) { try ModeResolution(argument: .live, environment: ["CASSETTE_MODE": name, "CI": "1"]) }
  }

  @Test func saysWhyItReplays() throws {
    let resolution = try ModeResolution(argument: .rerecord, environment: ["CI": "1"])
    #expect(resolution.text == "replay, since CI is set; rerecord was asked for")
    #expect(try ModeResolution(argument: .replay, environment: ["CI": "1"]).text == "replay")
  }

  @Test func theEnvironmentSelectsWhatIsRecordedAnew() throws {
    func text(_ argument: RecordMode?, _ environment: [String: String]) throws -> String {
      try ModeResolution(argument: argument, environment: environment).text
    }
    let only = ["CASSETTE_MODE": "rerecord", "CASSETTE_ONLY": "userProfile, /a/*,,//b.test"]
    #expect(try text(nil, only) == "rerecord of userProfile, /a/*, //b.test")
    // What code says is nearer; what it fixes to another mode is left alone.
    #expect(try text(.rerecord(only: "zen"), only) == "rerecord of zen")
    #expect(try text(.rerecord, ["CASSETTE_ONLY": "zen"]) == "rerecord of zen")
    #expect(try text(.append, only) == "append")
    #expect(try text(nil, ["CASSETTE_ONLY": " "]) == "once")
    #expect(
      try text(.rerecord(only: "zen"), ["CI": "1"])
        == "replay, since CI is set; rerecord of zen was asked for")
  }

  @Test(arguments: [nil, "once", "verify"]) func refusesASelectionOfNothing(mode: String?) {
    var environment = ["CASSETTE_ONLY": "zen"]
    environment["CASSETTE_MODE"] = mode
    #expect {
      try ModeResolution(argument: .append, environment: environment)
    } throws: { error in
      "\(error)"
        == "CASSETTE_ONLY=zen selects what is recorded anew, and nothing is: set CASSETTE_MODE=rerecord as well."
    }
  }

  @Test(arguments: [nil, RecordMode.replay])
  func refusesUnknownNames(argument: RecordMode?) {
    #expect {
      try ModeResolution(argument: argument, environment: ["CASSETTE_MODE": "Once"])
    } throws: { error in
      "\(error)"
        == "CASSETTE_MODE=Once names no mode. Legal are: replay, once, append, rerecord, verify, live."
    }
  }
}
