#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct PluginTests {
  private func authorization(
    _ target: any TargetType, old: String? = nil, token: String = "tok"
  ) throws -> String? {
    var request = URLRequest(url: URL(string: "http://h")!)
    request.setValue(old, forHTTPHeaderField: "Authorization")
    let plugin = AccessTokenPlugin { inner in
      inner is MultiTarget ? "not the inner target" : token
    }
    return plugin.prepare(request, target: target).value(forHTTPHeaderField: "Authorization")
  }

  @Test func addsAToken() throws {
    #expect(try authorization(TestTarget(authorizationType: .bearer)) == "Bearer tok")
    #expect(try authorization(TestTarget(authorizationType: .basic)) == "Basic tok")
    #expect(try authorization(TestTarget(authorizationType: .custom("X"))) == "X tok")
    #expect(try authorization(TestTarget(authorizationType: .custom(""))) == " tok")
    #expect(try authorization(TestTarget()) == nil)
    #expect(try authorization(MultiTarget(TestTarget(authorizationType: .bearer))) == "Bearer tok")
    #expect(try authorization(MultiTarget(TestTarget())) == nil)
    let both = try authorization(TestTarget(authorizationType: .bearer), old: "old")
    #expect(both == "old,Bearer tok")
  }

  @Test func tellsOfBeginningsAndEnds() async {
    let changes = Locked<[NetworkActivityChangeType]>([])
    let plugin = NetworkActivityPlugin { change, _ in changes.withLock { $0.append(change) } }
    let provider = MoyaProvider<TestTarget>(
      stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin])
    _ = await provider.result(of: TestTarget())
    #expect(changes.withLock { $0 } == [.began, .ended])
  }

  @Test func asksForCredentialsOfStubsToo() async {
    let targets = Locked(0)
    let plugin = CredentialsPlugin { target in
      targets.withLock { $0 += target is MultiTarget ? 1 : 0 }
      return URLCredential(user: "u", password: "p", persistence: .none)
    }
    let provider = MoyaProvider<MultiTarget>(
      stubClosure: MoyaProvider.immediatelyStub, plugins: [plugin])
    _ = await provider.result(of: MultiTarget(TestTarget()))
    #expect(targets.withLock { $0 } == 1)
  }

  /// The entries that a logger with these options writes for a stubbed POST.
  private func log(
    _ options: NetworkLoggerPlugin.Configuration.LogOptions,
    sample: EndpointSampleResponse = .networkResponse(200, Data("S".utf8)),
    validation: ValidationType = .none
  ) async -> [[String]] {
    let entries = Locked<[[String]]>([])
    let formatter = NetworkLoggerPlugin.Configuration.Formatter(
      entry: { identifier, message, _ in "\(identifier): \(message)" })
    let configuration = NetworkLoggerPlugin.Configuration(
      formatter: formatter, output: { _, items in entries.withLock { $0.append(items) } },
      logOptions: options)
    let session = URLSessionConfiguration.ephemeral
    session.httpAdditionalHeaders = ["S": "1"]
    let provider = MoyaProvider<TestTarget>(
      endpointClosure: { target in
        Endpoint(
          url: "http://h/x", sampleResponseClosure: { sample }, method: target.method,
          task: target.task, httpHeaderFields: target.headers)
      }, stubClosure: MoyaProvider.immediatelyStub, session: Session(configuration: session),
      plugins: [NetworkLoggerPlugin(configuration: configuration)])
    let target = TestTarget(
      method: .post, task: .requestData(Data("body".utf8)), validationType: validation)
    _ = await provider.result(of: target)
    return entries.withLock { $0 }
  }

  @Test func logsWhatIsAskedFor() async {
    #expect(
      await log(.verbose) == [
        [
          "Request: http://h/x", "Request Headers: [\"S\": \"1\"]", "Request Body: body",
          "HTTP Request Method: POST",
        ],
        [
          "Response: Received empty network response for TestTarget(baseURL: http://h, "
            + "path: \"/x\", method: MoyaCore.HTTPMethod(rawValue: \"POST\"), "
            + "task: MoyaCore.Task.requestData(4 bytes), headers: nil, sampleData: 1 bytes, "
            + "validationType: MoyaCore.ValidationType.none, authorizationType: nil).",
          "Response Body: S",
        ],
      ])
    #expect(await log([]).map { $0.map { $0.prefix(9) } } == [["Request: "], ["Response:"]])
  }

  @Test func logsBodiesOfErrors() async {
    let refused = ValidationType.customCodes([201])
    #expect(await log(.errorResponseBody, validation: refused).last?.last == "Response Body: S")
    #expect(await log(.errorResponseBody).last?.count == 1)
    let failure = EndpointSampleResponse.networkError(NSError(domain: "D", code: 7))
    let entries = await log(.verbose, sample: failure)
    #expect(entries.last?.count == 1)
    #expect(entries.last?.first?.hasPrefix("Error: Error calling TestTarget(") == true)
  }

  @Test func logsACommandForCurl() async {
    #expect(
      await log(.formatRequestAscURL).first == [
        "Request: $ curl -v \\\n\t-X POST \\\n\t-H \"S: 1\" \\\n\t-d \"body\" \\\n\t\"http://h/x\""
      ])
  }

  @Test func namesBytesThatAreNoText() {
    typealias Formatter = NetworkLoggerPlugin.Configuration.Formatter
    #expect(Formatter.defaultDataFormatter(Data("é".utf8)) == "é")
    #expect(Formatter.defaultDataFormatter(Data([0xFF])) == "## Cannot map data to String ##")
    let entry = Formatter.defaultEntryFormatter(
      identifier: "I", message: "m", target: TestTarget())
    #expect(entry.hasPrefix("Moya_Logger: [") && entry.hasSuffix("] I: m"))
  }
}
#endif
