import Cassette
import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Finds, or plans to record, the answer of an endpoint.
struct EndpointPlanner {
  let run: CassetteRun
  /// Whether the provider lets equal calls share one answer.
  let tracksInflights: Bool
  /// Whether the run will be told of the request as it would be sent.
  let seesSent: Bool
  /// Whether endpoints are made as Moya makes them, so that they say what the target says.
  let mapsAsMoya: Bool

  /// The endpoint with its answer.
  ///
  /// Streamed parts of an upload are only read here where a recording may answer, to compare them; else
  /// they are recorded while the transport reads them.
  func plan(_ endpoint: Endpoint, for target: any TargetType) -> PlannedEndpoint {
    let built: URLRequest
    do {
      built = try endpoint.urlRequest()
    } catch {
      // Moya meets the same error when it builds the request; the answer is only asked for by a
      // requestClosure that builds one of its own.
      let call = run.plan(failing: error, key: TargetKey(target), site: CallSite.current)
      return planned(endpoint, task: endpoint.task, call: call)
    }
    let key = mapsAsMoya ? TargetKey(target, endpoint, built) : TargetKey(target)
    let task = StreamedParts(run: run, key: key).teed(endpoint.task, of: built)
    let content = RequestContent(task)
    let call = run.plan(
      key, built: Cassette.Request(built, content: content), content: content,
      site: CallSite.current, repeatingLast: tracksInflights, seesSent: seesSent)
    return planned(endpoint, task: task, call: call, built: built)
  }

  private func planned(
    _ endpoint: Endpoint, task: Task, call: PlannedCall, built: URLRequest? = nil
  ) -> PlannedEndpoint {
    let answer = PlannedAnswer(
      run: run, call: call, task: task, ownSample: endpoint.sampleResponseClosure)
    call.carrier = answer
    let task = call.isLive ? watchingDestination(task, of: call) : task
    return PlannedEndpoint(endpoint, task: task, answer: answer, built: built)
  }

  /// The task, with a download's destination that tells the run where the file went.
  private func watchingDestination(_ task: Task, of call: PlannedCall) -> Task {
    func watching(_ destination: @escaping DownloadDestination) -> DownloadDestination {
      let run = run
      let destination = Unguarded(destination)
      return { temporary, response in
        let place = destination.value(temporary, response)
        run.downloaded(call, to: place.destinationURL)
        return place
      }
    }
    switch task {
    case .downloadDestination(let destination):
      return .downloadDestination(watching(destination))
    case .downloadParameters(let parameters, let encoding, let destination):
      return .downloadParameters(
        parameters: parameters, encoding: encoding, destination: watching(destination))
    default:
      return task
    }
  }
}
