#if RxSwift
import Foundation
import MoyaCore
import RxSwift
import TestSupport
import Testing

/// Each operator, on Single and on Observable, passing and failing.
struct RxOperatorTests {
  /// What a single and an observable of that response end with.
  private func both<Value>(
    _ status: Int, _ text: String = "", _ one: (Single<Moya.Response>) -> Single<Value>,
    _ many: (Observable<Moya.Response>) -> Observable<Value>
  ) async -> [String] {
    let provider = makeStubbed(status)
    let response = provider.rx.request(Page(sampleData: Data(text.utf8)))
    return await [
      one(response).map { "\($0)" }.only(),
      many(response.asObservable()).map { "\($0)" }.asSingle().only(),
    ]
  }

  @Test(arguments: [(204, "passes"), (304, "fails"), (404, "fails")])
  func filtersSuccess(status: Int, what: String) async {
    let seen = await both(
      status, "t", { $0.filterSuccessfulStatusCodes().map(\.summary) },
      { $0.filterSuccessfulStatusCodes().map(\.summary) })
    let expected = what == "passes" ? "\(status) t" : "statusCode \(status)"
    #expect(seen == [expected, expected])
  }

  @Test(arguments: [(204, "passes"), (304, "passes"), (404, "fails")])
  func filtersSuccessAndRedirects(status: Int, what: String) async {
    let seen = await both(
      status, "t", { $0.filterSuccessfulStatusAndRedirectCodes().map(\.summary) },
      { $0.filterSuccessfulStatusAndRedirectCodes().map(\.summary) })
    let expected = what == "passes" ? "\(status) t" : "statusCode \(status)"
    #expect(seen == [expected, expected])
  }

  @Test func filtersARangeAndOneStatus() async {
    let inside = await both(
      418, "t", { $0.filter(statusCodes: 400..<500).map(\.summary) },
      { $0.filter(statusCodes: 400...).map(\.summary) })
    #expect(inside == ["418 t", "418 t"])
    let outside = await both(
      418, "t", { $0.filter(statusCodes: 200...299).map(\.summary) },
      { $0.filter(statusCodes: ..<418).map(\.summary) })
    #expect(outside == ["statusCode 418", "statusCode 418"])
    let one = await both(
      418, "t", { $0.filter(statusCode: 418).map(\.summary) },
      { $0.filter(statusCode: 417).map(\.summary) })
    #expect(one == ["418 t", "statusCode 418"])
  }

  @Test func mapsJSON() async {
    let good = await both(200, "[1]", { $0.mapJSON() }, { $0.mapJSON() })
    #expect(good.allSatisfy { $0.contains("1") && !$0.contains("jsonMapping") })
    let bad = await both(200, "[1", { $0.mapJSON() }, { $0.mapJSON() })
    #expect(bad == ["jsonMapping 200", "jsonMapping 200"])
    let empty = await both(200, "", { $0.mapJSON() }, { $0.mapJSON() })
    #expect(empty == ["jsonMapping 200", "jsonMapping 200"])
    let null = await both(
      200, "", { $0.mapJSON(failsOnEmptyData: false).map { $0 is NSNull } },
      { $0.mapJSON(failsOnEmptyData: false).map { $0 is NSNull } })
    #expect(null == ["true", "true"])
  }

  @Test func mapsStrings() async {
    let whole = await both(200, "text", { $0.mapString() }, { $0.mapString() })
    #expect(whole == ["text", "text"])
    let deep = #"{"a":{"b":"deep"}}"#
    let found = await both(
      200, deep, { $0.mapString(atKeyPath: "a.b") }, { $0.mapString(atKeyPath: "a.b") })
    #expect(found == ["deep", "deep"])
    let missing = await both(
      200, deep, { $0.mapString(atKeyPath: "a.c") }, { $0.mapString(atKeyPath: "a.c") })
    #expect(missing == ["stringMapping 200", "stringMapping 200"])
  }

  @Test func mapsDecodables() async {
    let deep = #"{"a":{"name":"deep"}}"#
    let found = await both(
      200, deep, { $0.map(Named.self, atKeyPath: "a").map(\.name) },
      { $0.map(Named.self, atKeyPath: "a").map(\.name) })
    #expect(found == ["deep", "deep"])
    let whole = await both(
      200, #"{"name":"top"}"#, { $0.map(Named.self).map(\.name) },
      { $0.map(Named.self).map(\.name) })
    #expect(whole == ["top", "top"])
    let wrong = await both(
      200, deep, { $0.map(Named.self).map(\.name) }, { $0.map(Named.self).map(\.name) })
    #expect(wrong == ["objectMapping 200", "objectMapping 200"])
  }
}
#endif
