import Foundation
import MoyaCore
import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What one process does before it prints the peak of its memory and the seconds that it took.
enum Operation: String {
  case bareDownload, recordDownload, replayDownload
  case bareUpload, recordUpload, replayUpload
  case bareMultipart, recordMultipart, replayMultipart
  /// A multipart request whose part is a stream.
  case bareStream, recordStream, replayStream
  case recordData, replayData
  /// Copies the file that a download was written to: what any program needs.
  case copy
  /// Opens a provider and asks for nothing.
  case nothing

  struct Failed: Error, CustomStringConvertible {
    let description: String
  }

  private struct Big: TargetType {
    let baseURL: URL
    let path: String
    let method: Moya.Method
    let task: Moya.Task
    let headers: [String: String]?
  }

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 5, let operation = Operation(rawValue: arguments[0]),
      let server = URL(string: arguments[1]), let byteCount = Int(arguments[3]),
      let content = Content(rawValue: arguments[4])
    else { throw Failed(description: "usage: run OPERATION SERVER FOLDER BYTES CONTENT") }
    let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
    let clock = ContinuousClock()
    let start = clock.now
    try await operation.run(server, folder, byteCount, content)
    let seconds = start.duration(to: clock.now) / .seconds(1)
    say("\(try Child.peak()) \(seconds)")
  }

  private func run(
    _ server: URL, _ folder: URL, _ byteCount: Int, _ content: Content
  ) async throws {
    let upload = folder.appendingPathComponent("upload")
    let down = server.appendingPathComponent("\(content.rawValue)/\(byteCount)")
    switch self {
    case .nothing:
      let provider = ReplayProvider<Big>(cassette: .file(folder.appendingPathComponent("n.har.gz")))
      try await provider.finish()
    case .copy:
      try Self.copy(
        folder.appendingPathComponent("replayDownload"), to: folder.appendingPathComponent("copy"))
    case .bareDownload:
      try await Self.bare { session, done in
        session.downloadTask(with: down) { file, _, error in
          done(error ?? Self.move(file, to: folder.appendingPathComponent("bare")))
        }
      }
    case .bareUpload:
      var request = URLRequest(url: server.appendingPathComponent("up"))
      request.httpMethod = "PUT"
      let put = request
      try await Self.bare { session, done in
        session.uploadTask(with: put, fromFile: upload) { _, _, error in done(error) }
      }
    case .bareMultipart:
      let provider = MoyaProvider<Big>()
      try await Self.send(Self.form(upload, server), by: provider)
    case .bareStream:
      let provider = MoyaProvider<Big>()
      try await Self.send(try Self.form(streaming: upload, server), by: provider)
    case .recordStream, .replayStream:
      try await call(try Self.form(streaming: upload, server), in: folder, "stream")
    case .recordDownload, .replayDownload:
      let file = folder.appendingPathComponent(rawValue)
      let target = Big(
        baseURL: server, path: "/\(content.rawValue)/\(byteCount)", method: .get,
        task: .downloadDestination { _, _ in (file, [.removePreviousFile]) }, headers: nil)
      try await call(target, in: folder, "download")
      try Self.check(file, byteCount, content)
    case .recordUpload, .replayUpload:
      let target = Big(
        baseURL: server, path: "/up", method: .put, task: .uploadFile(upload), headers: nil)
      try await call(target, in: folder, "upload")
    case .recordMultipart, .replayMultipart:
      try await call(Self.form(upload, server), in: folder, "multipart")
    case .recordData, .replayData:
      let target = Big(
        baseURL: server, path: "/\(content.rawValue)/\(byteCount)", method: .get,
        task: .requestPlain, headers: nil)
      let data = try await call(target, in: folder, "data")
      var (count, isEqual) = (0, true)
      content.pieces(byteCount: byteCount) { piece in
        isEqual = isEqual && data[count..<min(count + piece.count, data.count)].elementsEqual(piece)
        count += piece.count
        return isEqual
      }
      guard isEqual, data.count == byteCount else { throw Failed(description: "other bytes") }
    }
  }

  private static func form(_ file: URL, _ server: URL) -> Big {
    form(.file(file), server)
  }

  private static func form(streaming file: URL, _ server: URL) throws -> Big {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    guard let stream = InputStream(url: file), let byteCount = attributes[.size] as? UInt64 else {
      throw Failed(description: "cannot read \(file.path)")
    }
    return form(.stream(stream, byteCount), server)
  }

  private static func form(
    _ provider: MultipartFormData.FormDataProvider, _ server: URL
  ) -> Big {
    let part = MultipartFormData(
      provider: provider, name: "file", fileName: "upload", mimeType: "application/octet-stream")
    return Big(
      baseURL: server, path: "/form", method: .post, task: .uploadMultipart([part]), headers: nil)
  }

  @discardableResult
  private func call(_ target: Big, in folder: URL, _ name: String) async throws -> Data {
    let isReplay = rawValue.hasPrefix("replay")
    let provider = ReplayProvider<Big>(
      cassette: .file(folder.appendingPathComponent("\(name).har.gz")),
      mode: isReplay ? .replay : .rerecord)
    let data = try await Self.send(target, by: provider)
    try await provider.finish()
    return data
  }

  @discardableResult
  private static func send(_ target: Big, by provider: MoyaProvider<Big>) async throws -> Data {
    try await withCheckedThrowingContinuation { continuation in
      provider.request(target, callbackQueue: DispatchQueue(label: "answers")) { result in
        continuation.resume(with: result.map(\.data))
      }
    }
  }

  private static func bare(
    _ task: (URLSession, @escaping @Sendable ((any Error)?) -> Void) -> URLSessionTask
  ) async throws {
    let session = URLSession(configuration: .ephemeral)
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
      task(session) { error in
        done.resume(with: error.map { .failure($0) } ?? .success(()))
      }.resume()
    }
    session.finishTasksAndInvalidate()
  }

  private static func move(_ file: URL?, to place: URL) -> (any Error)? {
    guard let file else { return Failed(description: "no file") }
    return rename(file.path, place.path) == 0 || errno == EXDEV
      ? nil : Failed(description: "cannot move \(file.path)")
  }

  private static func copy(_ file: URL, to place: URL) throws {
    guard let input = fopen(file.path, "r"), let output = fopen(place.path, "w") else {
      throw Failed(description: "cannot open \(file.path)")
    }
    defer {
      fclose(input)
      fclose(output)
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, input), count > 0 {
      guard fwrite(buffer, 1, count, output) == count else {
        throw Failed(description: "cannot write \(place.path)")
      }
    }
  }

  /// Compares a file with what the server sent; lines have their secrets replaced on replay.
  private static func check(_ file: URL, _ byteCount: Int, _ content: Content) throws {
    guard let input = fopen(file.path, "r") else { throw Failed(description: "no \(file.path)") }
    defer { fclose(input) }
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var (count, isEqual) = (0, true)
    content.pieces(byteCount: byteCount) { piece in
      guard content != .lines else { return false }
      let read = fread(&buffer, 1, piece.count, input)
      isEqual = isEqual && buffer[..<read].elementsEqual(piece)
      count += read
      return isEqual
    }
    guard content == .lines || isEqual && count == byteCount else {
      throw Failed(description: "\(file.path) holds other bytes")
    }
  }
}
