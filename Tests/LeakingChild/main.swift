// Records real traffic that is full of secrets, for a test that kills it and searches what it wrote.
//
// LeakingChild CASSETTE SERVER SEED KILL-AFTER [--plain]
//
// It makes the calls of `LeakCall`, says each one's number when it is over, and kills itself after
// KILL-AFTER of them; 0 is never. Then it saves, and replays requests that miss, whose errors it
// prints. With --plain it takes no secret out.
import Cassette
import Foundation
import MoyaCore
import Recorder
import ReplayProvider
import TestSupport

struct LeakTarget: TargetType {
  let call: LeakCall
  let server: URL
  let downloads: URL
  var extra = ""

  var baseURL: URL {
    var text = server.absoluteString
    while text.hasSuffix("/") { text.removeLast() }
    if let user = call.user { text = text.replacing("://", with: "://\(user)@") }
    let parts = call.target.split(separator: "#", maxSplits: 1)
    text += parts[0] + extra
    if parts.count == 2 { text += "#" + parts[1] }
    guard let url = URL(string: text) else { exit(7) }
    return url
  }
  var path: String { "" }
  var method: MoyaCore.Method {
    switch call.content {
    case .none, .download: .get
    case .bytes, .parts: .post
    }
  }
  var headers: [String: String]? {
    var fields = call.fields
    if call.isStreamed { fields["X-Streamed"] = "yes" }
    if case .bytes(_, let type) = call.content { fields["Content-Type"] = type }
    return fields
  }
  var task: MoyaCore.Task {
    switch call.content {
    case .none: return .requestPlain
    case .bytes(let data, _): return .requestData(data)
    case .parts(let parts):
      return .uploadMultipart(
        parts.map { part in
          MultipartFormData(
            provider: call.isStreamed
              ? .stream(InputStream(data: part.value), UInt64(part.value.count))
              : .data(part.value),
            name: part.name, fileName: part.fileName,
            mimeType: part.fileName == nil ? nil : "text/plain")
        })
    case .download:
      let file = downloads.appendingPathComponent(UUID().uuidString)
      return .downloadDestination { _, _ in (file, [.createIntermediateDirectories]) }
    }
  }
}

func say(_ text: String) {
  FileHandle.standardOutput.write(Data((text + "\n").utf8))
}

let arguments = CommandLine.arguments
guard arguments.count >= 5, let server = URL(string: arguments[2]), let seed = UInt64(arguments[3]),
  let killAfter = Int(arguments[4])
else { exit(8) }
let cassette = URL(fileURLWithPath: arguments[1])
let secrets = LeakSecrets(seed: seed)
// What the program itself keeps is not for us to redact.
let downloads = cassette.deletingLastPathComponent().deletingLastPathComponent()
  .appendingPathComponent("downloads")
let options = CassetteOptions(
  redacting: arguments.contains("--plain") ? .unsafelyRecordingSecrets : .default)

/// Sends the content of streamed calls from a stream.
let requestClosure: MoyaProvider<LeakTarget>.RequestClosure = { endpoint, done in
  MoyaProvider<LeakTarget>.defaultRequestMapping(for: endpoint) { result in
    guard case .success(var request) = result, let body = request.httpBody,
      endpoint.httpHeaderFields?["X-Streamed"] != nil
    else { return done(result) }
    request.httpBody = nil
    request.httpBodyStream = InputStream(data: body)
    done(.success(request))
  }
}

let provider = ReplayProvider<LeakTarget>(
  cassette: .file(cassette), mode: .rerecord, options: options, requestClosure: requestClosure,
  session: Session(configuration: .ephemeral, startRequestsImmediately: false))
for number in 0..<LeakCall.count {
  let target = LeakTarget(
    call: LeakCall(number, secrets), server: server, downloads: downloads)
  do {
    let answer = try await provider.request(target)
    say("\(number) \(answer.statusCode)")
  } catch {
    // To the program itself an error tells the true URL.
    say("\(number) failed")
  }
  if number + 1 == killAfter { kill(getpid(), SIGKILL) }
}
do {
  try provider.finish()
  say("saved")
} catch {
  say("not saved: \(error)")
}
let player = ReplayProvider<LeakTarget>(cassette: .file(cassette), mode: .replay, options: options)
for number in 0..<LeakCall.count {
  let target = LeakTarget(
    call: LeakCall(number, secrets), server: server, downloads: downloads, extra: "&extra=1")
  do {
    _ = try await player.request(target)
    say("\(number) hit")
  } catch {
    say("\(number) missed: \(error) \(error.localizedDescription)")
  }
}
do { try player.finish() } catch { say("finish: \(error)") }
