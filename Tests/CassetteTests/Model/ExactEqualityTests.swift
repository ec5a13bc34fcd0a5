import Foundation
import Testing

@testable import Cassette

/// Model values are equal where their texts have the same bytes, which Swift's own `==` does not ask.
struct ExactEqualityTests {
  private static let composed = "caf\u{e9}"
  private static let decomposed = "cafe\u{301}"

  /// An interaction with a text in each place that has one, and the setters of all of them.
  private static let texts: [(name: String, set: @Sendable (inout Cassette.Interaction) -> Void)] =
    [
      ("method", { $0.request.method = decomposed }),
      ("URL", { $0.request.url = decomposed }),
      ("request version", { $0.request.httpVersion = decomposed }),
      ("field name", { $0.request.headerFields = [decomposed: composed] }),
      ("field value", { $0.request.headerFields = [composed: decomposed] }),
      ("built URL", { $0.built?.url = decomposed }),
      ("part name", { $0.setPart { $0.name = decomposed } }),
      ("file name", { $0.setPart { $0.fileName = decomposed } }),
      ("part type", { $0.setPart { $0.contentType = decomposed } }),
      ("part digest", { $0.setPart { $0.digest?.sha256 = decomposed } }),
      ("digest", { $0.built?.body = .digest(byteCount: 1, sha256: decomposed) }),
      ("status text", { $0.setResponse { $0.statusText = decomposed } }),
      ("response version", { $0.setResponse { $0.httpVersion = decomposed } }),
      ("response field", { $0.setResponse { $0.headerFields = [composed: decomposed] } }),
      ("final URL", { $0.setResponse { $0.finalURL = decomposed } }),
      (
        "side file path",
        {
          $0.setResponse {
            $0.body = .sideFile(.init(path: decomposed, byteCount: 1, sha256: composed))
          }
        }
      ),
      (
        "side file hash",
        {
          $0.setResponse {
            $0.body = .sideFile(.init(path: composed, byteCount: 1, sha256: decomposed))
          }
        }
      ),
      ("domain", { $0.setFailure { $0.domain = decomposed } }),
      ("failure text", { $0.setFailure { $0.text = decomposed } }),
      ("failure kind", { $0.setFailure { $0.kind = decomposed } }),
      ("attempt", { $0.attempts[0].request.url = decomposed }),
      ("target type", { $0.target?.type = decomposed }),
      ("target name", { $0.target?.name = decomposed }),
      ("place", { $0.redactions[0].place = decomposed }),
      ("placeholder", { $0.redactions[0].placeholder = decomposed }),
      ("note", { $0.notes[0] = decomposed }),
    ]

  static let whole: Cassette.Interaction = {
    let c = composed
    let request = Cassette.Request(
      method: c, url: c, httpVersion: c, headerFields: [c: c],
      body: .multipart([
        .init(
          name: c, fileName: c, contentType: c, value: Data(),
          digest: .init(byteCount: 1, sha256: c))
      ]))
    let response = Cassette.Response(
      status: 200, statusText: c, httpVersion: c, headerFields: [c: c],
      body: .sideFile(.init(path: c, byteCount: 1, sha256: c)), finalURL: c)
    return .init(
      request: request,
      built: .init(method: c, url: c, body: .digest(byteCount: 1, sha256: c)),
      outcome: .failure(.init(domain: c, code: 1, text: c, kind: c), response),
      target: .init(type: c, name: c),
      attempts: [.init(request: request, outcome: .response(response))],
      redactions: [.init(place: c, placeholder: c)], notes: [c])
  }()

  @Test func textsOfOtherBytesAreOthers() {
    #expect(Self.composed == Self.decomposed)
    #expect(Self.whole == Self.whole)
    for (name, set) in Self.texts {
      var other = Self.whole
      set(&other)
      #expect(other != Self.whole, "\(name)")
      #expect(Self.whole != other, "\(name)")
      #expect(Set([other, Self.whole]).count == 2, "\(name)")
      // The same goes for what is recorded again, but for where a body lies.
      #expect(
        Cassette.VolatileFields.none.isSame(other, as: Self.whole) == (name == "side file path"),
        "\(name)")
      var same = Self.whole
      set(&same)
      #expect(same == other && same.hashValue == other.hashValue, "\(name)")
    }
  }

  /// Who adds a property has to compare it too: each type's `==` names them all.
  @Test func noPropertyIsForgotten() {
    func count(_ value: Any) -> Int { Mirror(reflecting: value).children.count }
    let interaction = Self.whole
    #expect(count(interaction) == 12)
    #expect(count(interaction.request) == 5)
    #expect(count(interaction.outcome.response!) == 7)
    #expect(count(interaction.outcome.failure!) == 4)
    #expect(count(interaction.target!) == 2)
    #expect(count(interaction.redactions[0]) == 2)
    #expect(count(interaction.request.headerFields[0]) == 2)
    #expect(count(Cassette.Body.Digest(byteCount: 1, sha256: "")) == 2)
    #expect(count(Cassette.Body.Part(name: "", value: Data())) == 5)
    #expect(count(Cassette.Body.SideFile(path: "", byteCount: 1, sha256: "")) == 3)
  }

  @Test func whatIsNoTextCountsToo() {
    let changes: [(inout Cassette.Interaction) -> Void] = [
      { $0.startedAt += 1 }, { $0.duration += .milliseconds(1) }, { $0.built = nil },
      { $0.target = nil }, { $0.target?.name = nil }, { $0.attempts = [] }, { $0.notes = [] },
      { $0.tags = ["t"] }, { $0.fromCache = .disk },
      { $0.progress = .init(completedByteCount: 0, totalByteCount: nil) },
      { $0.redactions = [] }, { $0.outcome = .response($0.outcome.response!) },
      { $0.setResponse { $0.status = 201 } }, { $0.setResponse { $0.body = .empty } },
      { $0.setResponse { $0.contentIsMissing = true } },
      { $0.setResponse { $0.finalURL = nil } }, { $0.setResponse { $0.headerFields = [:] } },
      { $0.setFailure { $0.code = 2 } }, { $0.setFailure { $0.kind = nil } },
      { $0.setPart { $0.value = Data([1]) } }, { $0.setPart { $0.digest = nil } },
      { $0.setPart { $0.digest?.byteCount = 2 } }, { $0.setPart { $0.fileName = nil } },
      { $0.built?.body = .digest(byteCount: 2, sha256: Self.composed) },
      { $0.request.body = .multipart([]) },
    ]
    for (index, change) in changes.enumerated() {
      var other = Self.whole
      change(&other)
      #expect(other != Self.whole, "\(index)")
    }
  }

  @Test func anEditorKeepsAChangeOfBytes() throws {
    let folder = try TestFolder()
    let url = folder.file("a.har.gz")
    var interaction = TestFiles.simple(1)
    interaction.request.headerFields = ["X-Name": Self.composed]
    try Cassette(interactions: [interaction]).save(to: url)
    var editor = Cassette.Editor(try Cassette(contentsOf: url))
    #expect(try editor.updateAll { $0.request.headerFields["X-Name"] = Self.decomposed } == 1)
    #expect(try editor.save(to: url))
    let read = try Cassette(contentsOf: url).interaction(at: 0).request.headerFields["X-Name"]
    #expect(try #require(read).utf8.elementsEqual(Self.decomposed.utf8))
    let old = Cassette(interactions: [interaction])
    #expect(try Cassette(contentsOf: url).difference(from: old).changed.count == 1)
  }
}

extension Cassette.Interaction {
  fileprivate mutating func setPart(_ set: (inout Cassette.Body.Part) -> Void) {
    guard case .multipart(var parts) = request.body else { return }
    set(&parts[0])
    request.body = .multipart(parts)
  }

  fileprivate mutating func setResponse(_ set: (inout Cassette.Response) -> Void) {
    guard case .failure(let failure, var response?) = outcome else { return }
    set(&response)
    outcome = .failure(failure, response)
  }

  fileprivate mutating func setFailure(_ set: (inout Cassette.Failure) -> Void) {
    guard case .failure(var failure, let response) = outcome else { return }
    set(&failure)
    outcome = .failure(failure, response)
  }
}
