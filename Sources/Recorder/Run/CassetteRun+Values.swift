import Cassette
import Foundation

// What a program makes for itself, and sends or compares, so that it must be the same on replay.
extension CassetteRun {
  /// A value that is made while the cassette is recorded, and the same again whenever it is replayed.
  ///
  /// ```swift
  /// let order = try cassette.value("order") { UUID() }
  /// ```
  ///
  /// Several values of one name are given in the order in which they were asked for, from whatever thread;
  /// where threads race for one name, that order is theirs. Where a run adds to a cassette, the values
  /// that it has are given, and those behind them are made and added; where it records anew, all are made
  /// anew. In the mode `live` a value is made and kept nowhere.
  ///
  /// A value is written as JSON, its secrets replaced as everywhere in a cassette: of one that holds a
  /// secret, replay gives a placeholder in its place, and recording warns of it. Values are for ids, dates
  /// and seeds: those of one cassette may have 1,000,000 bytes of text.
  ///
  /// - Parameters:
  ///   - id: The value's name.
  ///   - make: Makes the value; it is not called where one is given.
  /// - Returns: The value.
  /// - Throws: `RecorderError.valueMissing` where the cassette has no more of that name and nothing is
  ///   recorded; `.valueUnreadable` where the value that it has is of another type;
  ///   `.valueNotRecordable` where it is no JSON or too much text; `.cassetteMissing`, `.runHasEnded`;
  ///   what opening the cassette met; `CassetteError` where it is damaged or cannot be written; and what
  ///   `make` throws, of which nothing is kept.
  /// - Complexity: O(*n*) in the size of the value; the first one reads all that the cassette has.
  public func value<Value: Codable>(_ id: String, _ make: () throws -> Value) throws -> Value {
    switch try nextValue(of: id) {
    case .given(let json, let number): return try decoded(json, id, number)
    case .made: return try make()
    case .recorded(let recording, let number):
      return try record(try make(), id, number, in: recording)
    }
  }

  /// The same for a value whose making is awaited.
  ///
  /// It has a name of its own, so that the other need not be awaited where one could.
  ///
  /// - Parameters:
  ///   - id: The value's name.
  ///   - isolation: The actor on which `make` runs: the caller's.
  ///   - make: Makes the value; it is not called where one is given.
  /// - Returns: The value.
  /// - Throws: What `value(_:_:)` throws.
  /// - Complexity: As for `value(_:_:)`.
  public func awaitedValue<Value: Codable>(
    _ id: String, isolation: isolated (any Actor)? = #isolation,
    _ make: () async throws -> Value
  ) async throws -> Value {
    switch try nextValue(of: id) {
    case .given(let json, let number): return try decoded(json, id, number)
    case .made: return try await make()
    case .recorded(let recording, let number):
      return try record(try await make(), id, number, in: recording)
    }
  }

  /// Where a value comes from.
  private enum ValueSource {
    /// From the cassette; its number counts from 0.
    case given([UInt8], number: Int)
    /// It is made, and kept nowhere.
    case made
    /// It is made, and recorded under that number.
    case recorded(Recording, number: Int)
  }

  private func nextValue(of id: String) throws -> ValueSource {
    if withState({ $0.hasEnded }) { throw RecorderError.runHasEnded(path: path) }
    let recording = opening.recording
    switch opening {
    case .live: return .made
    case .failed(let error): throw error
    case .missing: throw missingCassette
    case .replay, .record, .append, .update, .verify: break
    }
    // Of cassettes that lie under the run's own, values are not asked.
    let own = recording == nil ? opening.recorded?.cassette : recording?.old
    let known = try knownValues(of: own)[id]
    let number = withState { state in
      let number = state.valueCounts[Array(id.utf8), default: 0]
      // Where it is missing now, a later one is not there either.
      if number < known.count || recording != nil {
        state.valueCounts[Array(id.utf8)] = number + 1
      }
      return number
    }
    if number < known.count { return .given(known[number], number: number) }
    if let recording { return .recorded(recording, number: number) }
    throw RecorderError.valueMissing(
      id: id, number: number + 1, count: known.count, path: path, mode: modeText,
      howToRecord: howToRecordValue)
  }

  private func knownValues(
    of cassette: Cassette?
  ) throws(CassetteError) -> Cassette.RecordedValues {
    if let values = withState({ $0.values }) { return values }
    let values = try cassette?.recordedValues() ?? Cassette.RecordedValues()
    withState { $0.values = values }
    return values
  }

  private func decoded<Value: Codable>(
    _ json: [UInt8], _ id: String, _ number: Int
  ) throws(RecorderError) -> Value {
    do {
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      return try decoder.decode(Value.self, from: Data(json))
    } catch {
      throw .valueUnreadable(
        id: id, number: number + 1, type: "\(Value.self)", path: path,
        reason: Self.reason(of: error))
    }
  }

  private func record<Value: Codable>(
    _ value: Value, _ id: String, _ number: Int, in recording: Recording
  ) throws -> Value {
    let json: Data
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
      json = try encoder.encode(value)
    } catch {
      throw RecorderError.valueNotRecordable(
        id: id, type: "\(Value.self)", reason: Self.reason(of: error))
    }
    let reason = try recording.append(JournalValue(name: id, number: number, json: Array(json)))
    if let reason {
      throw RecorderError.valueNotRecordable(id: id, type: "\(Value.self)", reason: reason)
    }
    return value
  }

  /// What a coder says, without the value.
  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      text(context.codingPath, "it is something else")
    case EncodingError.invalidValue(_, let context):
      text(context.codingPath, context.debugDescription)
    default: "\(type(of: error))"
    }
  }

  private static func text(_ path: [any CodingKey], _ reason: String) -> String {
    let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    return path.isEmpty
      ? reason : "at \(path.map(\.stringValue).joined(separator: ".")), \(reason)"
  }
}
