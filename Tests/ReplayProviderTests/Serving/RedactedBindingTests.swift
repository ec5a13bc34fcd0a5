import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Wrong and right passwords become placeholders, and still get the answers that they got live.
struct RedactedBindingTests {
  /// How a password is sent.
  enum Form: String, CaseIterable, Sendable {
    case json, form, multipart, untyped, query, basic
  }

  private static let (wrong, right) = ("SENT-wrong-7261", "SENT-right-9150")

  private func login(_ password: String, _ form: Form) -> Probe {
    switch form {
    case .json:
      Probe(.post, "/login", "application/json", #"{"user":"ash","password":"\#(password)"}"#)
    case .form:
      Probe(
        .post, "/login", "application/x-www-form-urlencoded", "user=ash&password=\(password)")
    case .multipart:
      Probe(
        .post, "/login",
        task: .uploadMultipart([
          MultipartFormData(provider: .data(Data(password.utf8)), name: "password")
        ]))
    case .untyped:
      Probe(.post, "/login", nil, #"{"user":"ash","password":"\#(password)"}"#)
    case .query:
      Probe(
        .get, "/login",
        task: .requestParameters(
          parameters: ["password": password], encoding: URLEncoding.default))
    case .basic:
      Probe(.get, "/login", headers: ["Authorization": "Bearer \(password)"])
    }
  }

  private func options(_ studio: Studio, _ form: Form, _ repeats: RepeatPolicy = .never)
    -> CassetteOptions
  {
    var options = studio.options
    options.repeats = repeats
    // Header fields only count where they are named.
    if form == .basic { options.matching = .default.adding(.header("Authorization")) }
    return options
  }

  private func studio() throws -> Studio {
    try Studio { request in
      let text = request.target + request.bodyText + "\(request.fields)"
      return text.contains(Self.right) ? Reply(text: "welcome") : Reply(401, text: "no")
    }
  }

  @Test(arguments: Form.allCases, [true, false])
  func eachGetsWhatItGotLive(form: Form, isWrongFirst: Bool) async throws {
    let studio = try studio()
    let order = isWrongFirst ? [Self.wrong, Self.right] : [Self.right, Self.wrong]
    let calls = order.map { login($0, form) }
    let live = try await studio.record(calls, options: options(studio, form))
    #expect(live.map(\.status) == (isWrongFirst ? [401, 200] : [200, 401]))
    try studio.expectNoLeak(of: [Self.wrong, Self.right])
    studio.server.stop()
    let reports = Reports()
    let again = try await studio.replay(
      calls + [calls[1], calls[0], calls[0], calls[1], calls[1]],
      options: options(studio, form, .repeatLast), reports: reports)
    let expected = live + [live[1], live[0], live[0], live[1], live[1]]
    #expect(again.map(\.summary) == expected.map(\.summary))
    #expect(reports.text.isEmpty)
  }

  @Test(arguments: Form.allCases)
  func inTheOtherOrderANoteSaysThatTheyCouldNotBeToldApart(form: Form) async throws {
    let studio = try studio()
    try await studio.record(
      [login(Self.wrong, form), login(Self.right, form)], options: options(studio, form))
    studio.server.stop()
    let provider = studio.provider(.replay, options: options(studio, form, .repeatLast))
    func ask(_ password: String) throws -> (status: Int?, note: String?) {
      let endpoint = try #require(
        provider.endpointClosure(login(password, form)) as? PlannedEndpoint)
      guard case .replay(let reservation) = endpoint.answer.call.decision else {
        Issue.record("\(endpoint.answer.call.decision)")
        return (nil, nil)
      }
      reservation.deliver()
      return (reservation.interaction.outcome.response?.status, reservation.note)
    }
    let first = try ask(Self.right)
    #expect(first.status == 401)
    let note = try #require(first.note)
    #expect(note.contains("(entry 0) and [redacted:"))
    #expect(note.contains("(entry 1) could not be told apart"))
    #expect(!note.contains("SENT"))
    // From here on each keeps to the answer that it has got.
    for (password, status) in [
      (Self.wrong, 200), (Self.right, 401), (Self.right, 401), (Self.wrong, 200),
    ] {
      let again = try ask(password)
      #expect(again.status == status)
      #expect(again.note == nil)
    }
  }
}
