import Foundation
import MoyaCore
import TestSupport

/// One call that is made live and again on replay: what is asked, what the server does, how the caller
/// asks and listens.
struct ParityCase: Sendable {
  /// How the caller hears of the result.
  enum Style: String, CaseIterable, Sendable {
    /// By a completion.
    case completion
    /// By a completion, and a progress block.
    case progress
    /// By `try await`.
    case async
    /// By an asynchronous sequence of progress.
    case steps
  }

  /// When the caller gives up.
  enum Cancellation: String, Sendable {
    case never
    /// While the server holds its answer back; on replay the recording is of a cancelled call.
    case whileHeld
    /// Before the requestClosure has answered.
    case beforeSending
  }

  /// Its number in the run, also part of its path.
  let id: Int
  let path: String
  let method: Moya.Method
  let headers: [String: String]?
  let content: ParityContent
  let answer: ParityAnswer
  let validation: ValidationType
  let style: Style
  let cancellation: Cancellation
  /// Whether the call brings a callback queue of its own.
  let hasOwnQueue: Bool
  /// Whether the requestClosure answers from another thread.
  let isRequestedLate: Bool

  /// The target, made anew each time: a stream can be read only once.
  ///
  /// - Parameters:
  ///   - base: The server.
  ///   - place: Where its files lie.
  /// - Returns: The target.
  /// - Throws: The file system's error.
  func target(base: URL, place: ParityPlace) throws -> Probe {
    var probe = try Probe(
      method, path, task: content.task(place: place), headers: headers,
      validationType: validation)
    probe.baseURL = answer.trouble == .refused ? Self.nowhere : base
    return probe
  }

  // Nothing listens there, and no test is given that port.
  private static let nowhere = URL(string: "http://127.0.0.1:1")!

  /// The number of the case that a path belongs to.
  static func id(of path: String) -> Int? {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard parts.count >= 2 else { return nil }
    return Int(String(decoding: parts[1], as: UTF8.self))
  }
}

extension ParityCase: CustomStringConvertible {
  var description: String {
    let parts = [
      "\(method.rawValue) \(path)", "\(content.kind.rawValue)", "\(answer)", "\(validation)",
      "\(style.rawValue)", cancellation == .never ? "" : "cancelled \(cancellation.rawValue)",
      hasOwnQueue ? "own queue" : "", isRequestedLate ? "late request" : "",
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}

/// Where a call's files lie: those that it sends, and those of one pass that it is sent.
struct ParityPlace: Sendable {
  let id: Int
  let sent: URL
  let received: URL

  /// - Throws: The file system's error.
  init(id: Int, pass: String, in folder: TemporaryFolder) throws {
    self.id = id
    sent = folder.file("sent-\(id)")
    received = folder.file("received-\(id)-\(pass)")
    for url in [sent, received] {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }
  }
}
