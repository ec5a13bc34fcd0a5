import Foundation
import MoyaCore
import Recorder
import TestSupport

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// One way through the cases of a batch: live, replayed by `ReplayProvider`, or by the closures alone.
struct ParityPass: Sendable {
  let batch: ParityBatch
  let name: String
  let studio: Studio
  let run: CassetteRun
  let isByClosures: Bool
  private let log = ParityLog()

  init(batch: ParityBatch, name: String, studio: Studio, run: CassetteRun, isByClosures: Bool) {
    self.batch = batch
    self.name = name
    self.studio = studio
    self.run = run
    self.isByClosures = isByClosures
  }

  /// Makes the calls, one after another or all at once.
  ///
  /// - Parameter gates: Where the server holds what is to be cancelled; nil on replay.
  /// - Returns: What was seen of each case, by its number.
  /// - Throws: The file system's error.
  func calls(_ gates: [Int: Gate]?) async throws -> [Int: ParityObservation] {
    let caller = Shared(caller())
    return try await withThrowingTaskGroup(of: (Int, ParityObservation).self) { group in
      var results: [Int: ParityObservation] = [:]
      for parity in batch.cases {
        group.addTask {
          let place = try ParityPlace(id: parity.id, pass: name, in: studio.folder)
          let call = ParityCall(
            parity: parity, caller: caller.value,
            target: try parity.target(base: studio.server.baseURL, place: place), log: log)
          var seen = ParityObservation(await call.result(gates?[parity.id]), of: parity)
          seen.files = try files(in: place.received)
          seen.events = log.events(of: parity.id)
          seen.isPlausible = log.isPlausible(parity.id)
          return (parity.id, seen)
        }
        if !batch.isConcurrent {
          for try await (id, seen) in group { results[id] = seen }
        }
      }
      for try await (id, seen) in group { results[id] = seen }
      return results
    }
  }

  /// The files in that folder, with their lengths and check sums.
  private func files(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted().compactMap { name in
      guard
        let data = FileManager.default.contents(atPath: folder.appendingPathComponent(name).path)
      else { return "\(name)/" }
      return "\(name) \(data.count) \(Zlib.crc32([UInt8](data)))"
    }
  }

  private func caller() -> ParityCaller {
    switch batch.provider {
    case .plain: ParityCaller(provider(Probe.self, isSubclass: false)) { $0 }
    case .subclass: ParityCaller(provider(Probe.self, isSubclass: true)) { $0 }
    case .multi: ParityCaller(provider(MultiTarget.self, isSubclass: false)) { MultiTarget($0) }
    }
  }

  private func provider<Target: TargetType>(
    _ type: Target.Type, isSubclass: Bool
  ) -> MoyaProvider<Target> {
    let plugins: [any PluginType] = ["A", "B"].map { ParityPlugin(name: $0, log: log) }
    let queue = batch.hasQueue ? ParityQueue.make("provider") : nil
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false,
      redirectHandler: batch.follows ? nil : Redirector.doNotFollow)
    let byID = Dictionary(uniqueKeysWithValues: batch.cases.map { ($0.id, $0) })
    let closure: MoyaProvider<Target>.RequestClosure = { [log] endpoint, done in
      let path = URL(string: endpoint.url)?.path ?? ""
      guard let parity = ParityCase.id(of: path).flatMap({ byID[$0] }) else { return }
      let (endpoint, done) = (Shared(endpoint), Shared(done))
      let answer: @Sendable () -> Void = {
        MoyaProvider<Probe>.defaultRequestMapping(for: endpoint.value) { result in
          done.value(
            result.map { request in
              var request = request
              if parity.answer.trouble == .silence { request.timeoutInterval = 1 }
              return request
            })
        }
      }
      if parity.cancellation == .beforeSending {
        log.leave(answer, of: parity.id)
      } else if parity.isRequestedLate {
        DispatchQueue.global().async(execute: answer)
      } else {
        answer()
      }
    }
    if isByClosures {
      let player = run.player(for: Target.self)
      return MoyaProvider(
        endpointClosure: player.endpointClosure, requestClosure: closure,
        stubClosure: player.stubClosure, callbackQueue: queue, session: session,
        plugins: [run.recorder] + plugins, trackInflights: batch.tracksInflights)
    }
    if isSubclass {
      return OwnProvider(
        run: run, requestClosure: closure, callbackQueue: queue, session: session,
        plugins: plugins, trackInflights: batch.tracksInflights)
    }
    return ReplayProvider(
      run: run, requestClosure: closure, callbackQueue: queue, session: session, plugins: plugins,
      trackInflights: batch.tracksInflights)
  }

  /// What users have: a provider of their own that looks at each request.
  private final class OwnProvider<Target: TargetType>: ReplayProvider<Target>, @unchecked Sendable {
    override func request(
      _ target: Target, callbackQueue: DispatchQueue? = nil, progress: ProgressBlock? = nil,
      completion: @escaping Completion
    ) -> any Cancellable {
      super.request(
        target, callbackQueue: callbackQueue, progress: progress, completion: { completion($0) })
    }
  }
}

/// Queues that can be told apart from within.
enum ParityQueue {
  private static let key = DispatchSpecificKey<String>()

  static func make(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: "parity.\(name)")
    queue.setSpecific(key: key, value: name)
    return queue
  }

  /// Gives the main queue its name; its thread need not be the main one.
  static let nameOfMain: String = {
    DispatchQueue.main.setSpecific(key: key, value: "main")
    return "main"
  }()

  /// The name of the queue that this runs on.
  static var current: String {
    DispatchQueue.getSpecific(key: key) ?? "elsewhere"
  }
}
