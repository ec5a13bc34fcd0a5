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

/// One recording of many calls at once, and what its cassette must have.
struct CorrelationRun {
  private let flow: Flow
  private let tracksInflights: Bool
  private let seed: UInt64
  private let steps: [Step]
  private let studio: Studio
  private let chance: TestSupport.Locked<SplitMix64>
  /// Answers of the requestClosure that wait until their callers have given up.
  private let held = TestSupport.Locked<[Unguarded<() -> Void>]>([])

  init(_ flow: Flow, _ tracksInflights: Bool, seed: UInt64) throws {
    (self.flow, self.tracksInflights, self.seed) = (flow, tracksInflights, seed)
    var random = SplitMix64(seed: seed)
    let kinds = Step.Kind.allCases.filter { kind in
      switch kind {
      case .child: false
      // Not for ReplayProvider, which has no stubClosure.
      case .stub, .lateStub: flow != .replayProvider
      default: true
      }
    }
    steps = (0..<60).map { number in
      let kind = kinds.randomElement(using: &random)!
      // Calls that share an answer share a failure as well, and then nobody can count them.
      let isEqual =
        kind == .equal || kind == .givenUp
        || [.cut, .adapted, .unbuilt, .nonce].contains(kind) && !tracksInflights
      return Step(kind: kind, number: isEqual ? nil : number)
    }
    let chance = TestSupport.Locked(random)
    let serial = TestSupport.Locked(0)
    self.chance = chance
    studio = try Studio { request in
      let number = serial.withLock { value in
        value += 1; return value
      }
      let (delay, isCut) = chance.withLock {
        (Int.random(in: 0..<20, using: &$0), Bool.random(using: &$0))
      }
      // The answer says what it is the answer to. curl sends again what fails on a used connection.
      let reply = Reply(text: "\(number) \(request.method) \(request.target) \(request.bodyText)")
        .delayed(by: .milliseconds(delay))
      return request.path == "/cut" && isCut ? reply.truncated(to: 1).closing() : reply.closing()
    }
  }

  /// Whether each call is known for sure, and not only told apart from those that send something else.
  private var isExact: Bool { Flow.seeing.contains(flow) }

  private struct Adapter: RequestInterceptor {
    let refuses: @Sendable () -> Bool

    func adapt(
      _ urlRequest: URLRequest, for session: Session,
      completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
      let isRefused = urlRequest.url?.path == "/adapted" && refuses()
      completion(
        isRefused ? .failure(NSError(domain: "signing", code: 7)) : .success(urlRequest))
    }
  }

  private struct Unbuilt: Error {}

  private func provider(_ run: CassetteRun) -> MoyaProvider<MultiTarget> {
    let (studio, chance, held) = (studio, chance, held)
    let base = studio.server.baseURL.absoluteString
    let flip: @Sendable () -> Bool = { chance.withLock { Bool.random(using: &$0) } }
    return flow.provider(
      run,
      session: Session(
        configuration: .ephemeral, startRequestsImmediately: false,
        interceptor: Adapter(refuses: flip)),
      endpointClosure: { target in
        let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: target)
        return Endpoint(
          url: endpoint.url.replacingOccurrences(of: "https://api.test", with: base),
          sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
          task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
      },
      requestClosure: { endpoint, done in
        if endpoint.url.contains("/unbuilt"), flip() {
          done(.failure(.underlying(Unbuilt(), nil)))
        } else if endpoint.url.contains("/givenUp"), flip() {
          let (endpoint, done) = (Unguarded(endpoint), Unguarded(done))
          let answer = Unguarded {
            MoyaProvider<MultiTarget>.defaultRequestMapping(
              for: endpoint.value, closure: done.value)
          }
          held.withLock { $0.append(answer) }
        } else {
          MoyaProvider<MultiTarget>.defaultRequestMapping(for: endpoint, closure: done)
        }
      },
      stubClosure: { target in
        switch (target.innermost as? Step)?.kind {
        case .stub: .immediate
        case .lateStub: .delayed(seconds: 0.005)
        default: .never
        }
      }, trackInflights: tracksInflights)
  }

  /// Starts all calls on this thread, and waits for all answers, those of calls that they start too.
  private func outcomes(_ provider: MoyaProvider<MultiTarget>) async -> (
    steps: [Seen], children: [Seen]
  ) {
    let found = TestSupport.Locked<(steps: [Int: Seen], children: [Seen])>(([:], []))
    let expected = (steps.count, steps.count { $0.kind == .parent })
    let queue = DispatchQueue(label: "callbacks", attributes: .concurrent)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      @Sendable func note(_ change: (inout (steps: [Int: Seen], children: [Seen])) -> Void) {
        let isDone = found.withLock { found -> Bool in
          change(&found)
          return (found.steps.count, found.children.count) == expected
        }
        if isDone { continuation.resume() }
      }
      for (number, step) in steps.enumerated() {
        let nested = number.isMultiple(of: 2)
        let target = nested ? MultiTarget(MultiTarget(MultiTarget(step))) : MultiTarget(step)
        let call = provider.request(target, callbackQueue: queue) { result in
          if step.kind == .parent {
            let child = MultiTarget(Step(kind: .child, number: number))
            provider.request(child, callbackQueue: queue) { result in
              note { $0.children.append(Seen(result)) }
            }
          }
          note { $0.steps[number] = Seen(result) }
        }
        let answers = held.withLock { held in
          defer { held = [] }
          return held
        }
        if step.kind == .cancelled || !answers.isEmpty { call.cancel() }
        for answer in answers { answer.value() }
      }
    }
    let outcomes = found.withLock { $0 }
    return (steps.indices.compactMap { outcomes.steps[$0] }, outcomes.children)
  }

  /// What the cassette has to say of a call; nil where it has nothing to say.
  private func expectation(_ step: Step, _ seen: Seen) -> String? {
    guard let error = seen.error else {
      return seen.text == "a stub" ? nil : "\(step.path) \(seen.text)"
    }
    if error == "cancelled" || error.contains("Unbuilt") || error.hasSuffix(" -999") { return nil }
    // A recorder alone is not told of calls that end before they are sent.
    if step.kind == .adapted { return flow.hasPlayer ? "/adapted failed" : nil }
    return "\(step.path) failed"
  }

  private func text(_ entry: Cassette.Interaction) -> String {
    let path = URL(string: entry.request.url)?.path ?? "?"
    guard entry.outcome.failure == nil else { return "\(path) failed" }
    return path + " " + String(decoding: entry.outcome.response?.body.data ?? Data(), as: UTF8.self)
  }

  /// Records, and compares what the callers saw with what the cassette has.
  func check() async throws {
    let reports = Reports()
    let run = studio.run(reporter: reports.reporter)
    let (seen, children) = await outcomes(provider(run))
    try await run.finish()
    let note = Comment(rawValue: "seed \(seed)")
    #expect(reports.failures == [], note)
    #expect(!reports.text.contains("no outcome"), note)
    let entries = try studio.interactions()
    var expected: [String] = []
    for case let text? in zip(steps, seen).map(expectation)
    where text.hasSuffix("failed") || !expected.contains(text) {
      // One that several callers have shared is one entry, the first one's.
      expected.append(text)
    }
    let recorded = entries.map(text)
    let own = recorded.filter { !$0.hasPrefix("/child ") }
    if isExact {
      #expect(own == expected, note)
    } else {
      #expect(own.sorted() == expected.sorted(), note)
    }
    #expect(
      recorded.filter { $0.hasPrefix("/child ") }.sorted()
        == children.map { "/child \($0.text)" }.sorted(), note)
    for entry in entries where entry.outcome.failure == nil {
      let target = entry.request.url.dropFirst("https://api.test".count)
      let body = String(decoding: entry.request.body.data ?? Data(), as: UTF8.self)
      #expect(
        text(entry).hasSuffix(" \(entry.request.method) \(target) \(body)"), note)
      // Nothing has changed a request after its endpoint was made.
      if isExact { #expect(entry.built == nil, note) }
    }
  }
}
