#if !UpstreamMoya
import Dispatch
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension MoyaProvider {
  /// Sends a request over the session.
  func send(
    _ target: Target, request: URLRequest, callbackQueue: DispatchQueue?,
    progress: ProgressBlock?, completion: @escaping Completion, endpoint: Endpoint,
    subject: MessageSubject
  ) -> any Cancellable {
    let interceptor = PluginInterceptor(
      plugins: plugins, target: target, session: session, subject: subject)
    let sent = makeRequest(request, endpoint: endpoint, interceptor: interceptor)
    subject.attach(sent)
    let codes = target.validationType.statusCodes
    if !codes.isEmpty { sent.validate(statusCode: codes) }

    let queue = callbackQueue ?? .main
    let reporter = progress.map { ProgressReporter(request: sent, queue: queue, block: $0) }
    if let reporter { sent.onProgress { reporter.report() } }
    let plugins = self.plugins
    sent.onFinish { outcome in
      queue.handOff {
        let result = convertResponseToResult(
          outcome.response, request: outcome.request, data: outcome.data, error: outcome.error)
        MessageSubject.tell(of: subject) { plugins.didReceive(result, target: target) }
        if let reporter {
          reporter.finish(result) { completion(result) }
        } else {
          completion(result)
        }
      }
    }
    let token = CancellableToken(request: sent)
    sent.resume()
    return token
  }

  func makeRequest(
    _ request: URLRequest, endpoint: Endpoint, interceptor: any RequestInterceptor
  ) -> Request {
    switch endpoint.task {
    case .uploadFile(let file):
      return session.upload(file, with: request, interceptor: interceptor)
    case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
      if let error = MultipartError(parts: parts, method: endpoint.method) {
        let failing = FailingRequest(error: AFError.createUploadableFailed(error: error))
        return session.request(failing, interceptor: interceptor)
      }
      let form = RequestMultipartFormData()
      for part in parts { form.append(part) }
      return session.upload(multipartFormData: form, with: request, interceptor: interceptor)
    case .downloadDestination(let destination), .downloadParameters(_, _, let destination):
      return session.download(request, interceptor: interceptor, to: destination)
    case .requestPlain, .requestData, .requestJSONEncodable, .requestCustomJSONEncodable,
      .requestParameters, .requestCompositeData, .requestCompositeParameters:
      return session.request(request, interceptor: interceptor)
    }
  }
}

/// Why a multipart upload cannot be sent.
enum MultipartError: LocalizedError {
  case noParts
  case unsupportedMethod(String)

  init?(parts: [MultipartFormData], method: HTTPMethod) {
    if parts.isEmpty {
      self = .noParts
    } else if !method.supportsMultipart {
      self = .unsupportedMethod(method.rawValue)
    } else {
      return nil
    }
  }

  var errorDescription: String? {
    switch self {
    case .noParts: "A multipart upload needs one part at least."
    case .unsupportedMethod(let method):
      "\(method) does not carry a multipart body. Use POST, PUT, PATCH or CONNECT."
    }
  }
}

/// A request that fails while it is built.
private struct FailingRequest: URLRequestConvertible {
  let error: AFError

  func asURLRequest() throws -> URLRequest { throw error }
}

extension RequestMultipartFormData {
  /// Appends a part as Moya does.
  func append(_ part: MultipartFormData) {
    switch part.provider {
    case .data(let data):
      append(data, withName: part.name, fileName: part.fileName, mimeType: part.mimeType)
    case .file(let url):
      if let fileName = part.fileName, let mimeType = part.mimeType {
        append(url, withName: part.name, fileName: fileName, mimeType: mimeType)
      } else {
        append(url, withName: part.name)
      }
    case .stream(let stream, let length):
      append(
        stream, withLength: length, name: part.name, fileName: part.fileName ?? "",
        mimeType: part.mimeType ?? "")
    }
  }
}
#endif
