import Foundation
import Testing

@testable import Cassette

/// A folder of a test's own, gone with the last reference to it.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("cassette-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  func write(_ bytes: [UInt8], to name: String) throws -> URL {
    try Data(bytes).write(to: file(name))
    return file(name)
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

enum TestFiles {
  static func bytes(_ url: URL) throws -> [UInt8] { Array(try Data(contentsOf: url)) }

  /// What all blocks of a file hold.
  static func text(_ url: URL) throws -> [UInt8] {
    let file = try FileDescriptor.reading(url.path)
    let text = SequentialText(
      file: file, byteCount: Int(try file.status().st_size), limits: .init())
    var result: [UInt8] = []
    let isBlocks = try text.blocks { (piece, _) throws(CassetteError) in
      result.append(contentsOf: piece)
    }
    return isBlocks ? result : try text.members()
  }

  /// The bytes as members of gzip without BGZF's subfield, as other programs make them.
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    let deflater = Deflater()
    var start = 0
    repeat {
      let end = min(start + BGZF.maximumContent, bytes.count)
      var block: [UInt8] = []
      bytes[start..<end].withUnsafeBytes { deflater.appendBlock($0, to: &block) }
      result += [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + block[BGZF.headerByteCount...]
      start = end
    } while start < bytes.count
    return result
  }

  /// The bytes as BGZF without an index, as bgzip makes it.
  static func blocked(_ bytes: [UInt8], contentByteCount: Int = BGZF.maximumContent) -> [UInt8] {
    var result: [UInt8] = []
    let deflater = Deflater()
    for start in stride(from: 0, to: bytes.count, by: contentByteCount) {
      bytes[start..<min(start + contentByteCount, bytes.count)].withUnsafeBytes {
        deflater.appendBlock($0, to: &result)
      }
    }
    return result + BGZF.endMarker
  }

  static func simple(_ number: Int, padding: Int = 0) -> Cassette.Interaction {
    .init(
      request: .init(
        url: "https://api.test/i?n=\(number)", headerFields: ["Accept": "application/json"]),
      outcome: .response(
        .init(
          status: 200, statusText: "OK", headerFields: ["Content-Type": "application/json"],
          body: .bytes(
            Data((#"{"n":\#(number)}"# + String(repeating: " ", count: padding)).utf8)))),
      startedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)),
      duration: .milliseconds(number % 1000))
  }

  @discardableResult
  static func write(
    _ interactions: some Sequence<Cassette.Interaction>, to url: URL
  ) throws -> CassetteFileWriter.Outcome {
    let writer = try CassetteFileWriter(replacing: url)
    for interaction in interactions { try writer.append(interaction) }
    return try writer.finish()
  }

  static func all(_ cassette: Cassette) throws -> [Cassette.Interaction] {
    try (0..<cassette.count).map { try cassette.interaction(at: $0) }
  }

  /// The error that the body throws; nil where it throws none.
  static func error(_ body: () throws -> Void) -> CassetteError? {
    do { try body() } catch let error as CassetteError { return error } catch {
      Issue.record("an error of another type: \(error)")
    }
    return nil
  }

  /// The message of the error that the body throws.
  static func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "no error"
  }
}
