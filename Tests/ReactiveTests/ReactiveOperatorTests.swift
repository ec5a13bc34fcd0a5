#if ReactiveSwift
import Foundation
import MoyaCore
import ReactiveSwift
import TestSupport
import Testing

/// Each operator, passing and failing.
struct ReactiveOperatorTests {
  /// What comes of a response of that status and text.
  private func outcome(
    _ status: Int, _ text: String,
    _ operation: (SignalProducer<Moya.Response, MoyaError>) -> SignalProducer<String, MoyaError>
  ) async -> String {
    let provider = makeStubbed(status)
    return await operation(provider.reactive.request(Page(sampleData: Data(text.utf8)))).only()
  }

  @Test(arguments: [204, 304, 404]) func filtersByClasses(status: Int) async {
    let success = await outcome(status, "t") { $0.filterSuccessfulStatusCodes().map(\.summary) }
    #expect(success == (status == 204 ? "204 t" : "statusCode \(status)"))
    let both = await outcome(status, "t") {
      $0.filterSuccessfulStatusAndRedirectCodes().map(\.summary)
    }
    #expect(both == (status < 400 ? "\(status) t" : "statusCode 404"))
  }

  @Test func filtersARangeAndOneStatus() async {
    #expect(await outcome(418, "t") { $0.filter(statusCodes: 400...).map(\.summary) } == "418 t")
    #expect(
      await outcome(418, "t") { $0.filter(statusCodes: ..<418).map(\.summary) }
        == "statusCode 418")
    #expect(await outcome(418, "t") { $0.filter(statusCode: 418).map(\.summary) } == "418 t")
    #expect(
      await outcome(418, "t") { $0.filter(statusCode: 417).map(\.summary) } == "statusCode 418")
  }

  @Test func mapsJSON() async {
    #expect(await outcome(200, "[1]") { $0.mapJSON().map { "\($0 as? [Int] ?? [])" } } == "[1]")
    #expect(await outcome(200, "[1") { $0.mapJSON().map { "\($0)" } } == "jsonMapping 200")
    #expect(await outcome(200, "") { $0.mapJSON().map { "\($0)" } } == "jsonMapping 200")
    #expect(
      await outcome(200, "") { $0.mapJSON(failsOnEmptyData: false).map { "\($0 is NSNull)" } }
        == "true")
  }

  @Test func mapsStrings() async {
    let deep = #"{"a":{"b":"deep"}}"#
    #expect(await outcome(200, "text") { $0.mapString() } == "text")
    #expect(await outcome(200, deep) { $0.mapString(atKeyPath: "a.b") } == "deep")
    #expect(await outcome(200, deep) { $0.mapString(atKeyPath: "a.c") } == "stringMapping 200")
  }

  @Test func mapsDecodables() async {
    let deep = #"{"a":{"name":"deep"}}"#
    #expect(
      await outcome(200, deep) { $0.map(Named.self, atKeyPath: "a").map(\.name) } == "deep")
    #expect(
      await outcome(200, #"{"name":"top"}"#) { $0.map(Named.self).map(\.name) } == "top")
    #expect(await outcome(200, deep) { $0.map(Named.self).map(\.name) } == "objectMapping 200")
  }
}
#endif
