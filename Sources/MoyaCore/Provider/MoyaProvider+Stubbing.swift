#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension MoyaProvider {
  /// Makes the function that answers a stubbed request; it looks at the token, and asks for the
  /// sample, only when it is called.
  public final func createStubFunction(
    _ token: CancellableToken, forTarget target: Target,
    withCompletion completion: @escaping Moya.Completion, endpoint: Endpoint,
    plugins: [any PluginType], request: URLRequest
  ) -> (() -> Void) {
    {
      if token.isCancelled {
        self.cancelCompletion(completion, target: target)
        return
      }
      let result = endpoint.sampleResponseClosure()
        .result(for: request, validation: target.validationType)
      MessageSubject.tell(of: nil) { plugins.didReceive(result, target: target) }
      completion(result)
    }
  }

  /// Lets the plugins prepare a request that will be stubbed, and tells them of it.
  ///
  /// - Returns: the prepared request.
  public final func notifyPluginsOfImpendingStub(for request: URLRequest, target: Target)
    -> URLRequest
  {
    MessageSubject.tell(of: nil) {
      let prepared = plugins.prepare(request, target: target)
      plugins.willSend(
        RequestTypeWrapper(prepared: prepared, session: session, underlying: nil), target: target)
      return prepared
    }
  }
}

extension EndpointSampleResponse {
  fileprivate func result(for request: URLRequest, validation: ValidationType)
    -> Result<Moya.Response, MoyaError>
  {
    let response: Response
    switch self {
    case .networkResponse(let statusCode, let data):
      response = Response(statusCode: statusCode, data: data, request: request)
    case .response(let httpResponse, let data):
      response = Response(
        statusCode: httpResponse.statusCode, data: data, request: request,
        response: httpResponse)
    case .networkError(let error):
      return .failure(.underlying(error, nil))
    }
    guard validation.accepts(response.statusCode) else {
      return .failure(.underlying(MoyaError.statusCode(response), response))
    }
    return .success(response)
  }
}
#endif
