#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Uploads of files that are too long to be held.
@Suite struct FileUploadTests {
  private static let length = 3_000_000

  private static func file(in folder: TemporaryFolder) throws -> URL {
    try folder.write((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }, to: "long")
  }

  @Test func isSentWholeUnderItsLength() async throws {
    let server = try LoopbackServer { request in Reply(200, text: "\(request.bodyByteCount)") }
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    for method in [Method.put, .post] {
      let target = TestTarget(baseURL: server.baseURL, method: method, task: .uploadFile(file))
      #expect(await provider.result(of: target).summary == "200 \(Self.length)")
    }
    let sent = server.requests
    #expect(sent.count == 2)
    for request in sent {
      #expect(request.value(of: "Content-Length") == "\(Self.length)")
      #expect(request.value(of: "Transfer-Encoding") == nil)
      #expect(request.body == [UInt8](try Data(contentsOf: file)))
    }
  }

  @Test func tellsHowMuchThereIsToSend() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let folder = try TemporaryFolder()
    let request = Session.bounded().upload(
      try Self.file(in: folder), with: try URLRequest(url: server.url("/x"), method: .put))
    let steps = Locked<[Int64]>([])
    request.uploadProgress(queue: DispatchQueue(label: "progress")) { progress in
      steps.withLock { $0.append(progress.totalUnitCount) }
    }
    request.resume()
    await request.end()
    #expect(request.error == nil)
    #expect(request.uploadProgress.completedUnitCount == Int64(Self.length))
    #expect(request.uploadProgress.totalUnitCount == Int64(Self.length))
    #expect(steps.withLock { Set($0) } == [Int64(Self.length)])
  }

  @Test(arguments: [307, 308]) func isSentAgainAfterARedirection(status: Int) async throws {
    let server = try LoopbackServer { request in
      request.path == "/end"
        ? Reply(200, text: "\(request.bodyByteCount)")
        : Reply(status, fields: [("Location", "/end")])
    }
    let folder = try TemporaryFolder()
    let target = TestTarget(
      baseURL: server.baseURL, method: .post, task: .uploadFile(try Self.file(in: folder)))
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    #expect(await provider.result(of: target).summary == "200 \(Self.length)")
  }

  /// URLSession's own way of sending files ends the process at some of these moments.
  @Test func mayBeCancelledAtAnyMoment() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    let session = Session.bounded()
    for number in 0..<60 {
      let request = session.upload(file, with: try URLRequest(url: server.url("/x"), method: .put))
      request.resume()
      while request.tasks.isEmpty { await _Concurrency.Task.yield() }
      for _ in 0..<(number * 10) { await _Concurrency.Task.yield() }
      request.cancel()
      await request.end()
      #expect(request.error == nil || request.error?.isExplicitlyCancelledError == true)
    }
  }

  @Test func keepsNoFileOpenOnceItIsSent() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let folder = try TemporaryFolder()
    let file = try Self.file(in: folder)
    let session = Session.bounded()
    var kept: [UploadRequest] = []
    for _ in 0..<3 {
      let request = session.upload(file, with: try URLRequest(url: server.url("/x"), method: .put))
      request.resume()
      await request.end()
      #expect(request.error == nil)
      kept.append(request)
    }
    #if os(Linux)
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let open = descriptors.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    #expect(!open.contains { $0 == file.path || $0.hasSuffix(file.path) })
    #endif
    #expect(kept.count == 3)
  }

  /// In a process of its own, as the folder for temporary files is the process's.
  @Test func leavesNothingOfALongMultipartBody() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let part = try folder.write([UInt8](repeating: 65, count: 12_000_000), to: "part")
      let temporary = folder.file("temporary")
      try FileManager.default.createDirectory(
        at: temporary, withIntermediateDirectories: false)
      setenv("TMPDIR", temporary.path, 1)
      #expect(FileManager.default.temporaryDirectory.lastPathComponent == "temporary")
      let arrived = Gate()
      let server = try LoopbackServer { _ in
        Reply(pieces: [.gate(arrived)], framing: .contentLength)
      }
      func leftOver() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: temporary.path)
      }
      func upload() throws -> UploadRequest {
        let form = RequestMultipartFormData()
        form.append(part, withName: "n")
        return Session.bounded().upload(
          multipartFormData: form, with: try URLRequest(url: server.url("/x"), method: .post))
      }
      let whole = try upload()
      whole.resume()
      await arrived.reached()
      // All of it has been sent, and the request is not over.
      #expect(server.requests.first?.bodyByteCount ?? 0 > 12_000_000)
      #expect(try leftOver() == [])
      arrived.open()
      await whole.end()
      #expect(whole.error == nil)
      for _ in 0..<5 {
        let cancelled = try upload()
        cancelled.resume()
        while cancelled.requests.isEmpty { await _Concurrency.Task.yield() }
        cancelled.cancel()
        await cancelled.end()
      }
      // A name is there for the moment in which a file is made.
      while try !leftOver().isEmpty { await _Concurrency.Task.yield() }
    }
  }
}
#endif
