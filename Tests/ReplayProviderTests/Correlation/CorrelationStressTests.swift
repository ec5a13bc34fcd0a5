import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// All that can happen to a call, to many of them at once, in an order that a seed decides.
@Suite(.serialized) struct CorrelationStressTests {
  struct Setting: CustomTestStringConvertible {
    let flow: Flow
    let tracksInflights: Bool
    var testDescription: String { "\(flow)\(tracksInflights ? " sharing answers" : "")" }

    static let all = Flow.allCases.flatMap { flow in
      [false, true].map { Setting(flow: flow, tracksInflights: $0) }
    }
  }

  @Test(arguments: Setting.all) func everyAnswerIsRecordedOnceWithItsRequest(_ setting: Setting)
    async throws
  {
    for _ in 0..<4 {
      let seed = UInt64.random(in: 0 ... .max)
      try await CorrelationRun(setting.flow, setting.tracksInflights, seed: seed).check()
    }
  }
}
