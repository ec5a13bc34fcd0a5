import Cassette

/// Which mode a run has, and who decided it.
package struct ModeResolution: Hashable, Sendable {
  /// Who decided.
  package enum Source: Hashable, Sendable {
    /// An argument in code.
    case code
    /// The environment variable `CASSETTE_MODE`.
    case environment
    /// Nobody: the default.
    case standard
    /// The environment variable `CI`, which overruled the mode named here.
    case continuousIntegration(instead: RecordMode)
  }

  /// The mode.
  package let mode: RecordMode
  /// Who decided it.
  package let source: Source

  /// Decides the mode of a run: an argument, then `CASSETTE_MODE`, then `.once`; then the rule for CI.
  ///
  /// `CI` counts as set unless it is empty, `0` or `false`, as the common services and tools have it.
  /// `CASSETTE_ONLY` selects what a run in mode `.rerecord` records, unless code has selected already.
  ///
  /// - Parameters:
  ///   - argument: The innermost mode that code names: a call's, else its scope's.
  ///   - environment: The process's environment.
  /// - Throws: `RecorderError.onlyWithoutRerecording` for `CASSETTE_ONLY` where neither code nor
  ///   `CASSETTE_MODE` names `.rerecord`; `RecorderError.unknownMode` for a value of `CASSETTE_MODE` that is
  ///   not legal, also where an argument would have won: a typing error should not wait for the day it
  ///   matters.
  package init(argument: RecordMode?, environment: [String: String]) throws(RecorderError) {
    var named: RecordMode?
    if let text = environment["CASSETTE_MODE"], !text.isEmpty {
      guard let mode = RecordMode(name: text) else {
        throw .unknownMode(text, legal: RecordMode.legalNames)
      }
      named = mode
    }
    let only = Self.selection(environment)
    guard only.isEmpty || [argument, named].contains(where: { $0?.kind == .rerecord }) else {
      throw .onlyWithoutRerecording(environment["CASSETTE_ONLY"] ?? "")
    }
    var (mode, source): (RecordMode, Source) =
      if let argument { (argument, .code) } else if let named { (named, .environment) } else {
        (.once, .standard)
      }
    if mode == .rerecord { mode = RecordMode(kind: .rerecord, selection: only) }
    if mode.canRecord, Self.isOnCI(environment), named?.canRecord != true {
      self.mode = .replay
      source = .continuousIntegration(instead: mode)
    } else {
      self.mode = mode
    }
    self.source = source
  }

  private static func selection(_ environment: [String: String]) -> [CallFilter] {
    guard let text = environment["CASSETTE_ONLY"] else { return [] }
    return text.split(separator: ",").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
      .map { CallFilter($0) }
  }

  /// Whether nothing may be recorded for `CI` is set.
  var isForcedByCI: Bool {
    if case .continuousIntegration = source { true } else { false }
  }

  private static func isOnCI(_ environment: [String: String]) -> Bool {
    switch environment["CI"] {
    case nil, "", "0", "false": false
    default: true
    }
  }

  /// The mode's name for messages, with the reason where it is not the one that was asked for.
  package var text: String {
    switch source {
    case .continuousIntegration(let asked): "replay, since CI is set; \(asked) was asked for"
    default: mode.description
    }
  }
}

extension Substring {
  /// The text without spaces around it.
  fileprivate func trimmingSpaces() -> String {
    let space = UInt8(ascii: " ")
    var bytes = Array(utf8)[...]
    bytes = bytes.drop { $0 == space }
    while bytes.last == space { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
