import Foundation
import Measuring

/// The peaks of memory of processes that record and replay one large body.
struct LargeBodies {
  private static let mebibyte = Double(1 << 20)

  let byteCount: Int

  private struct Run {
    let peak: Double
    let seconds: Double
  }

  /// Measures everything, and prints each line as it is known.
  func measure() throws -> [Comparison] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("LargeBodies-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
      do { try FileManager.default.removeItem(at: folder) } catch { say("\(error)") }
    }
    let server = try Child(["serve"])
    defer { server.stop() }
    let url = "http://127.0.0.1:\(server.line() ?? "")"
    var comparisons: [Comparison] = []
    func report(_ name: String, _ n: Int, _ ours: Run, over bare: Run, by allowance: Double) {
      let comparison = Comparison(
        name: "\(name); peak memory, MiB (limit: \(Int(allowance)) over the bare one)", n: n,
        ours: ours.peak, floor: bare.peak, limit: (bare.peak + allowance) / bare.peak)
      say(comparison.line)
      say(
        Comparison(
          name: "\(name); wall, s", n: n, ours: ours.seconds, floor: bare.seconds, limit: nil
        ).line)
      comparisons.append(comparison)
    }
    // Text is searched for names and read in several encodings, which takes its time.
    for (content, byteCount) in [(Content.random, byteCount), (.lines, min(byteCount, 128 << 20))] {
      func run(_ operation: Operation) throws -> Run {
        try self.run(operation, content, byteCount, url, folder)
      }
      let bare = try run(.bareDownload)
      report(
        "record a download to a file, \(content.rawValue)", byteCount,
        try run(.recordDownload), over: bare, by: 64)
      let replay = try run(.replayDownload)
      report(
        "replay a download to a file, \(content.rawValue)", byteCount, replay,
        over: try run(.copy), by: 64)
      try write(content, byteCount, to: folder.appendingPathComponent("upload"))
      for (bare, record, replayed, name) in [
        (
          Operation.bareUpload, Operation.recordUpload, Operation.replayUpload,
          "an upload from a file"
        ),
        (
          .bareMultipart, .recordMultipart, .replayMultipart,
          "a multipart upload from a file"
        ),
        (.bareStream, .recordStream, .replayStream, "a multipart upload from a stream"),
      ] {
        report(
          "record \(name), \(content.rawValue)", byteCount, try run(record),
          over: try run(bare), by: 64)
        report(
          "replay \(name), \(content.rawValue)", byteCount, try run(replayed),
          over: try run(.copy), by: 64)
      }
    }
    // LG-01: growth in replay at most four times the body and 64 MiB.
    let count = min(byteCount, 100 << 20)
    _ = try run(.recordData, .periodic, count, url, folder)
    report(
      "LG-01: replay an answer handed over as Data", count,
      try run(.replayData, .periodic, count, url, folder),
      over: try run(.nothing, .periodic, count, url, folder),
      by: 4 * Double(count) / Self.mebibyte + 64)
    return comparisons
  }

  private func run(
    _ operation: Operation, _ content: Content, _ byteCount: Int, _ server: String, _ folder: URL
  ) throws -> Run {
    let child = try Child([
      "run", operation.rawValue, server, folder.path, "\(byteCount)", content.rawValue,
    ])
    let words = (child.line() ?? "").split(separator: " ")
    try child.wait()
    guard words.count == 2, let peak = Double(words[0]), let seconds = Double(words[1]) else {
      throw Operation.Failed(description: "\(operation.rawValue) told nothing")
    }
    return Run(peak: peak / Self.mebibyte, seconds: seconds)
  }

  private func write(_ content: Content, _ byteCount: Int, to file: URL) throws {
    guard let output = fopen(file.path, "w") else {
      throw Operation.Failed(description: "cannot write \(file.path)")
    }
    defer { fclose(output) }
    content.pieces(byteCount: byteCount) { piece in
      fwrite(piece, 1, piece.count, output) == piece.count
    }
  }
}
