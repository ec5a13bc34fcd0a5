import Foundation
import MoyaCore
import Testing

@testable import TargetTesting

@Suite struct TargetDescriptionTests {
  private enum Printing: TargetType, CustomStringConvertible {
    case one
    case two(Int)
    var description: String { "my own" }
    var baseURL: URL { URL(fileURLWithPath: "/") }
    var path: String { "" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
  }

  private struct Page: TargetType {
    var user = User()
    var token = "abcdefgh"
    var body = Data([1, 2])
    var after: Date? = Date(timeIntervalSince1970: 1)
    var before: String?
    var method: Moya.Method { .get }
    var baseURL: URL { URL(fileURLWithPath: "/") }
    var path: String { "" }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
  }

  private struct User {
    var name = "ash"
    var sort = Sort.by("x")
  }

  private enum Sort {
    case by(String)
  }

  private final class Node: TargetType {
    var next: Node?
    var baseURL: URL { URL(fileURLWithPath: "/") }
    var path: String { "" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
  }

  @Test func casesWithTheirPayload() {
    #expect(TargetDescription.text(GitHub.zen) == "GitHub.zen")
    #expect(TargetDescription.text(GitHub.user("ash")) == "GitHub.user(\"ash\")")
    #expect(
      TargetDescription.text(GitHub.branches("r", protected: true))
        == "GitHub.branches(\"r\", protected: true)")
    #expect(TargetDescription.text(GitHub.create(name: "x")) == "GitHub.create(name: \"x\")")
    #expect(TargetDescription.text(GitHub.search([:])) == "GitHub.search([:])")
  }

  @Test func whatAMultiTargetHolds() {
    #expect(
      TargetDescription.text(MultiTarget(MultiTarget(GitHub.user("ash")))) == "GitHub.user(\"ash\")"
    )
  }

  @Test func enumsThatPrintThemselves() {
    #expect(TargetDescription.text(Printing.one) == "Printing(\"my own\")")
    #expect(TargetDescription.text(Printing.two(1)) == "Printing.two(1)")
  }

  @Test func structsAndWhatIsInThem() {
    #expect(
      TargetDescription.text(Page())
        == "Page(user: User(name: \"ash\", sort: .by(\"x\")), token: [redacted:token], "
        + "body: 2 bytes, after: 1970-01-01 00:00:01 +0000, ...")
  }

  @Test func whatHoldsItselfEnds() {
    let node = Node()
    node.next = node
    #expect(
      TargetDescription.text(node) == "Node(next: Node(next: Node(next: Node(next: Node(...)))))")
    node.next = nil
  }

  @Test func secretsAndLongPayloads() {
    #expect(
      TargetDescription.text(GitHub.login(user: "a", password: "hunter22"))
        == "GitHub.login(user: \"a\", password: [redacted:password])")
    #expect(
      TargetDescription.text(GitHub.user(String(repeating: "x", count: 5000))).utf8.count == 123)
  }
}
