package import Cassette
package import Foundation

/// What has come out of a stream: the bytes while they are few, else size and hash.
///
/// One thread reads the stream; any may ask what has come.
package final class StreamRecord: Sendable {
  /// What is recorded of a stream.
  package struct Content {
    /// The bytes; empty where there are too many to hold.
    package var value = Data()
    /// Size and hash without secrets, where the bytes are not held.
    package var digest: Cassette.Body.Digest?
    /// The places of the secrets in what is not held, on the side `request`.
    package var redactions: [Cassette.Redaction] = []
    /// What is to be said of it.
    package var note: String?

    /// The content as that of a whole request.
    var body: Cassette.Body {
      digest.map { .digest(byteCount: $0.byteCount, sha256: $0.sha256) } ?? Cassette.Body(value)
    }
  }

  private struct State {
    var held = Data()
    /// Of all bytes as they are, for comparing; of what is left without secrets, for writing.
    var plain: StreamDigest?
    var redacted: StreamDigest?
    var count = 0
    var isOpened = false
    var isAtEnd = false
    var isLetGo = false
    var problem: String?
    /// What was said to be its content; what comes after that is not recorded.
    var content: Content?
  }

  /// What makes a digest without secrets; nil where nothing is recorded.
  private let redacted: (@Sendable () -> StreamDigest)?
  /// Whether content that is not held will be compared.
  private let isCompared: Bool
  private let state = Locked(State())

  /// A record of a stream that nobody has opened yet.
  ///
  /// - Parameters:
  ///   - isCompared: Whether ``compared`` will be asked for.
  ///   - redacted: Makes the digest of what is recorded; without it nothing is.
  package init(isCompared: Bool, redacted: (@Sendable () -> StreamDigest)?) {
    (self.isCompared, self.redacted) = (isCompared, redacted)
  }

  /// Whether anybody has opened the stream.
  package var isOpened: Bool { state.withLock { $0.isOpened } }

  /// Whether bytes that have come were not held for the one who sends them.
  package var isLetGo: Bool { state.withLock { $0.isLetGo } }

  func letGo() {
    state.withLock { $0.isLetGo = true }
  }

  func open() {
    state.withLock { $0.isOpened = true }
  }

  /// Takes what one read has brought: bytes, or none at the end or for an error.
  func pass(_ bytes: UnsafeRawBufferPointer, isAtEnd: Bool = false) {
    state.withLock { state in
      guard state.content == nil else { return }
      state.isAtEnd = state.isAtEnd || isAtEnd
      state.count += bytes.count
      if state.count < SideFiles.defaultThreshold {
        state.held.append(contentsOf: bytes)
        return
      }
      if !state.held.isEmpty || state.plain == nil && state.redacted == nil {
        if isCompared { state.plain = StreamDigest() }
        state.redacted = redacted?()
        let held = state.held
        state.held = Data()
        held.withUnsafeBytes { Self.add($0, to: &state) }
      }
      Self.add(bytes, to: &state)
    }
  }

  private static func add(_ bytes: UnsafeRawBufferPointer, to state: inout State) {
    guard !bytes.isEmpty, state.problem == nil else { return }
    do throws(CassetteError) {
      try state.plain?.add(bytes)
      try state.redacted?.add(bytes)
    } catch {
      state.problem = "\(error)"
    }
  }

  /// What has come so far, as it is, to be compared with what is recorded.
  ///
  /// Of what is not held and not at its end there is no hash: it is the same as no recording.
  package var compared: Content {
    state.withLock { state in
      var digest = state.plain?.current
      if !state.isAtEnd { digest?.sha256 = "" }
      return Content(value: state.held, digest: digest)
    }
  }

  /// What has come, to be recorded; the same at each call, and nothing that comes later is in it.
  package func recorded() -> Content {
    state.withLock { state in
      if let content = state.content { return content }
      var content = Content(value: state.held)
      if let redacted = state.redacted {
        do throws(CassetteError) {
          (content.digest, content.redactions) = try redacted.finish()
        } catch {
          state.problem = "\(error)"
          content.digest = redacted.current
        }
      }
      if let problem = state.problem {
        content.note = "a streamed upload is recorded without its content: \(problem)"
      } else if !state.isAtEnd, state.count > 0 {
        // Of an empty stream a reader may be told of no bytes without asking for its end.
        content.note =
          "a streamed upload was over before its stream's end: \(state.count) bytes were read"
      }
      state.held = Data()
      state.content = content
      return content
    }
  }
}
