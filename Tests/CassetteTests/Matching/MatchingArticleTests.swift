import Foundation
import Testing

import Cassette

/// The examples of the article "matching-requests", as a user would write them.
struct MatchingArticleTests {
  private func request(_ url: String, _ body: String) -> Cassette.Request {
    Cassette.Request(
      method: "POST", url: url,
      headerFields: ["Content-Type": "application/json", "Accept": "a/b"],
      body: .bytes(Data(body.utf8)))
  }

  private func isHit(
    _ asked: Cassette.Request, _ recorded: Cassette.Request, _ matching: RequestMatcher
  ) throws -> Bool {
    let interaction = Cassette.Interaction(
      request: recorded, outcome: .response(.init(status: 200)))
    let isHit = matching.differences(between: asked, and: interaction).isEmpty
    let cassette = Cassette(interactions: [interaction])
    #expect(try cassette.entries(answering: asked, by: matching).isEmpty != isHit)
    return isHit
  }

  @Test func theExampleMatches() throws {
    let matching = RequestMatcher.default
      .ignoringQueryValues("page")
      .ignoringJSON("/id", "/items/*/updated_at")
      .adding(.pathTemplate("/users/{name}/repos"), .header("Accept"))

    let recorded = request(
      "https://h/users/ash/repos?page=1", #"{"id":1,"items":[{"updated_at":1,"n":1}]}"#)
    let asked = request("https://h/users/misty/repos?page=2", #"{"items":[{"n":1}]}"#)
    #expect(try isHit(asked, recorded, matching))
    #expect(try !isHit(asked, recorded, .default))
    var other = asked
    other.headerFields["Accept"] = "c/d"
    #expect(try !isHit(other, recorded, matching))
    #expect(try !isHit(request("https://h/users/misty/repos", "{}"), recorded, matching))
  }

  /// Each line of the tables, spelled as there.
  @Test func theTablesAreSpelledAsInCode() {
    let parts: [RequestMatcher.Part] = [
      .method, .scheme, .host, .port, .userInfo, .path, .pathTemplate("/users/{name}/repos"),
      .query, .query(only: "q"), .queryAtLeast, .cookie("sid"), .cookiePresence("sid"),
      .header("Accept"), .headerPresence("Accept"), .body, .bodyBytes, .bodySHA256, .targetType,
      .targetCase, .sent(.header("X-Tenant")),
    ]
    #expect(
      parts.map(\.description) == [
        ".method", ".scheme", ".host", ".port", ".userInfo", ".path",
        #".pathTemplate("/users/{name}/repos")"#, ".query", #".query(only: "q")"#, ".queryAtLeast",
        #".cookie("sid")"#, #".cookiePresence("sid")"#, #".header("Accept")"#,
        #".headerPresence("Accept")"#, ".body", ".bodyBytes", ".bodySHA256", ".targetType",
        ".targetCase", #".sent(.header("X-Tenant"))"#,
      ])
    let matching = RequestMatcher.default.ignoringQuery("cursor").ignoringQueryValues("page")
      .ignoringJSON("/id", "/items/*/updated_at").comparingNumbers(.within(0.01))
      .ignoringFormFields("nonce").ignoringParts("nonce").ignoringPartContents("file")
      .comparingTextByLines().removing(.port)
    let spelled = """
      .default.ignoringQuery("cursor").ignoringQueryValues("page")\
      .ignoringJSON("/id", "/items/*/updated_at").comparingNumbers(.within(0.01))\
      .ignoringFormFields("nonce").ignoringParts("nonce").ignoringPartContents("file")\
      .comparingTextByLines().removing(.port)
      """
    #expect(matching.description == spelled)
  }
}
