import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Mapping what was replayed.
struct MappingCaseTests {
  private struct P: Decodable { var name: String? }
  private struct Q: Decodable { var name: String }

  @Test("MP-01: empty data") func emptyData() async throws {
    let studio = try Studio { Reply($0.path == "/204" ? 204 : 200) }
    let targets = [Probe(.get, "/204"), Probe(.get, "/200")]
    var texts: [[String]] = []
    for mode in [RecordMode.once, .replay] {
      let provider = studio.provider(mode)
      for target in targets {
        let response = try await provider.request(target)
        var results: [String] = []
        var failures: [Int] = []
        func note(_ body: () throws -> Any) {
          do { results.append("\(try body())") } catch let error as MoyaError {
            failures.append(results.count)
            #expect(error.response?.statusCode == response.statusCode)
            results.append("\(error.errorDescription ?? "none")")
          } catch { results.append("another error: \(error)") }
        }
        note { try response.mapJSON() }
        note { try response.mapJSON(failsOnEmptyData: false) }
        note { try response.map(P.self, failsOnEmptyData: false).name ?? "nil" }
        note { try response.map(P.self) }
        note { try response.map(Q.self, failsOnEmptyData: false) }
        note { try response.map(Q.self) }
        #expect(try response.mapJSON(failsOnEmptyData: false) is NSNull)
        #expect(results[2] == "nil")
        #expect(failures == [0, 3, 4, 5])
        texts.append(results)
      }
      try await provider.finish()
    }
    #expect(Set(texts).count == 1)
  }

  @Test("MP-02: key path to anything") func keyPaths() async throws {
    let studio = try Studio { _ in
      .json(
        #"{"data":{"items":[1,2],"count":3,"flag":true,"name":"x","none":null,"o":{"k":"v"}}}"#)
    }
    try await studio.record([Probe(.get, "/a")])
    let response = try await studio.provider(.replay).request(Probe(.get, "/a"))
    #expect(try response.map([Int].self, atKeyPath: "data.items") == [1, 2])
    #expect(try response.map(Int.self, atKeyPath: "data.count") == 3)
    #expect(try response.map(Bool.self, atKeyPath: "data.flag"))
    #expect(try response.map(String.self, atKeyPath: "data.name") == "x")
    #expect(try response.map([String: String].self, atKeyPath: "data.o") == ["k": "v"])
    #expect(try response.map(Int?.self, atKeyPath: "data.none") == nil)
    #expect(throws: MoyaError.self) { try response.map(Int.self, atKeyPath: "data.none") }
    let missing = try #require(throws: MoyaError.self) {
      try response.map(Int.self, atKeyPath: "data.missing")
    }
    #expect(missing.response == response)
    #if !UpstreamMoya
    // Moya's own text does not name it.
    #expect(
      missing.errorDescription == #"The body has no value at the key path "data.missing"."#)
    #endif
    #expect(throws: MoyaError.self) { try response.map(Bool.self, atKeyPath: "data.count") }
    #expect(throws: MoyaError.self) { try response.map(Int.self, atKeyPath: "data.items.0") }
    #expect(throws: MoyaError.self) { try response.map(Int.self, atKeyPath: "data..count") }
  }
}
