#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

// What an app in Swift 6 mode writes, with a plain import. That this file compiles without a warning is
// half of the test.

private let provider = MoyaProvider<Zen>(
  stubClosure: MoyaProvider.immediatelyStub, callbackQueue: .main, plugins: [logger])
private let many = MoyaProvider<MultiTarget>(
  stubClosure: MoyaProvider.delayedStub(0), plugins: [token, activity, credentials])
private let logger = NetworkLoggerPlugin(
  configuration: .init(output: { _, items in lines.withLock { $0 += items } }))
private let token = AccessTokenPlugin { _ in "t" }
private let activity = NetworkActivityPlugin { _, _ in }
private let credentials = CredentialsPlugin { _ in nil }
private let lines = Locked<[String]>([])

private enum Zen: TargetType {
  case zen

  var baseURL: URL { URL(string: "http://h")! }
  var path: String { "zen" }
  var method: Moya.Method { .get }
  var task: Moya.Task { .requestPlain }
  var headers: [String: String]? { nil }
  var sampleData: Data { Data("Z".utf8) }
}

/// A screen's model.
@MainActor private final class Model {
  private(set) var texts: [String] = []
  private(set) var result: Result<Moya.Response, MoyaError>?
  private var pending: (any Cancellable)?
  private let own = MoyaProvider<Zen>(stubClosure: MoyaProvider.immediatelyStub)

  deinit {
    pending?.cancel()
  }

  /// The closure is the main actor's, as it stands in one of its methods.
  func call(then done: @escaping @Sendable () -> Void) {
    pending = provider.request(.zen) { [weak self] result in
      MainActor.assertIsolated()
      self?.note(result)
      done()
    }
  }

  func callThroughMany(then done: @escaping @Sendable () -> Void) {
    many.request(MultiTarget(Zen.zen), progress: { _ in }) { result in
      self.note(result)
      done()
    }
  }

  func load() async throws(MoyaError) {
    note(.success(try await own.request(.zen)))
    note(.success(try await provider.request(.zen)))
  }

  private func note(_ result: Result<Moya.Response, MoyaError>) {
    self.result = result
    texts.append(result.summary)
  }
}

/// An actor with a provider of its own.
private actor Store {
  private let provider: MoyaProvider<Zen>
  private(set) var responses: [Moya.Response] = []
  private(set) var progress: ProgressResponse?

  init(_ provider: MoyaProvider<Zen>) {
    self.provider = provider
  }

  func load() async throws -> Moya.Response {
    let response = try await provider.request(.zen)
    responses.append(response)
    for try await step in provider.requestWithProgress(.zen) { progress = step }
    return response
  }

  func call(then done: @escaping @Sendable () -> Void) {
    provider.request(.zen) { result in
      // This is the callback queue and not the actor; a task goes back to it.
      _Concurrency.Task {
        self.note(result)
        done()
      }
    }
  }

  func fail() throws(MoyaError) {
    throw .statusCode(Response(statusCode: 500, data: Data()))
  }

  private func note(_ result: Result<Moya.Response, MoyaError>) {
    if case .success(let response) = result { responses.append(response) }
  }
}

@Suite struct Swift6Tests {
  @MainActor @Test func aModelOfTheMainActorIsCalledBackOnIt() async throws {
    let model = Model()
    await withCheckedContinuation { continuation in model.call { continuation.resume() } }
    await withCheckedContinuation { continuation in
      model.callThroughMany { continuation.resume() }
    }
    try await model.load()
    #expect(model.texts == ["200 Z", "200 Z", "200 Z", "200 Z"])
    #expect(lines.withLock { $0.contains { $0.hasSuffix("Request: http://h/zen") } })
  }

  @Test func anActorAsksAndHandsItsResponsesOn() async throws {
    let store = Store(provider)
    let response = try await store.load()
    #expect(await store.responses == [response])
    #expect(await store.progress?.response == response)
    await withCheckedContinuation { continuation in
      _Concurrency.Task { await store.call { continuation.resume() } }
    }
    #expect(await store.responses == [response, response])
  }

  @Test func errorsCrossActors() async throws {
    let store = Store(provider)
    let error = await #expect(throws: MoyaError.self) { try await store.fail() }
    let code = await _Concurrency.Task.detached { error?.response?.statusCode }.value
    #expect(code == 500)
  }

  /// A closure of the main actor that a provider calls elsewhere: a mistake, but none to die of.
  @MainActor @Test func aClosureOfAnActorIsNotStoppedOnAnotherQueue() async {
    let provider = MoyaProvider<Zen>(stubClosure: MoyaProvider.immediatelyStub)
    let text = await withCheckedContinuation { continuation in
      provider.request(.zen, callbackQueue: DispatchQueue(label: "other")) { result in
        continuation.resume(returning: result.summary)
      }
    }
    #expect(text == "200 Z")
  }

  /// Those of a provider that a type of the main actor makes; the session calls them on its queues.
  @MainActor @Test func closuresOfTheMainActorAreCalledWhereTheyAreNeeded() async throws {
    let server = try LoopbackServer { request in Reply(text: request.path) }
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    var steps: [String] = []
    let noted = Locked<[String]>([])
    let provider = MoyaProvider<TestTarget>(
      endpointClosure: { target in
        steps.append("endpoint")
        return MoyaProvider<TestTarget>.defaultEndpointMapping(for: target)
      },
      requestClosure: { endpoint, done in
        steps.append("request")
        MoyaProvider<TestTarget>.defaultRequestMapping(for: endpoint, closure: done)
      },
      stubClosure: { _ in .never },
      session: .bounded(),
      plugins: [
        AccessTokenPlugin { _ in
          noted.withLock { $0.append("token") }
          return "t"
        },
        CredentialsPlugin { _ in
          noted.withLock { $0.append("credential") }
          return nil
        },
        NetworkActivityPlugin { change, _ in noted.withLock { $0.append("\(change)") } },
      ])
    let target = TestTarget(
      baseURL: server.baseURL,
      task: .downloadDestination { _, _ in
        noted.withLock { $0.append("destination") }
        return (file, [])
      }, authorizationType: .bearer)
    _ = try await provider.request(target, callbackQueue: DispatchQueue(label: "other"))
    #expect(steps == ["endpoint", "request"])
    #expect(
      noted.withLock { $0 } == ["token", "credential", "began", "destination", "ended"])
    #expect(server.requests.first?.value(of: "Authorization") == "Bearer t")
  }

  @Test func oneProviderServesManyTasks() async throws {
    let codes = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await provider.request(.zen).statusCode }
        group.addTask { try await many.request(MultiTarget(Zen.zen)).statusCode }
      }
      return try await group.reduce(into: [Int]()) { $0.append($1) }
    }
    #expect(codes == Array(repeating: 200, count: 40))
  }

  @Test func aSequenceIsHandedToATask() async throws {
    let sequence = provider.requestWithProgress(.zen)
    let count = try await _Concurrency.Task {
      try await sequence.reduce(0) { count, _ in count + 1 }
    }.value
    #expect(count == 1)
  }

  @Test func aLoggersConfigurationChangesAtAnyTime() async {
    let logger = NetworkLoggerPlugin()
    await withTaskGroup(of: Void.self) { group in
      for count in 0..<20 {
        group.addTask {
          logger.configuration.logOptions = count.isMultiple(of: 2) ? .verbose : .default
        }
      }
    }
    #expect([.verbose, .default].contains(logger.configuration.logOptions))
  }
}
#endif
