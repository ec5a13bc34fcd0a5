package import Foundation

/// Compares what an answer is made of with what the recorded one was made of; never the values.
package struct ShapeComparison {
  private let ignored: [[[UInt8]]]
  private var differences: [ShapeDifference] = []

  /// What differs in an outcome from the recorded one.
  ///
  /// - Parameters:
  ///   - live: The outcome.
  ///   - liveContent: The content of its answer; nil where it is not at hand, and not compared then.
  ///   - recorded: The outcome in the cassette.
  ///   - recordedContent: The content of its answer; nil where it is not at hand.
  ///   - volatile: Places in JSON that may differ in any way.
  /// - Returns: The differences, in the order of the keys' bytes; none where the shapes are the same.
  /// - Complexity: O(*n*) in the size of both contents, and O(*m* log *m*) in the number of keys.
  package static func differences(
    of live: Cassette.Outcome, _ liveContent: Data?,
    from recorded: Cassette.Outcome, _ recordedContent: Data?,
    ignoring volatile: Cassette.VolatileFields = .none
  ) -> [ShapeDifference] {
    var comparison = ShapeComparison(
      ignored: volatile.jsonPaths.map(Cassette.VolatileFields.tokens))
    switch (recorded, live) {
    case (.response(let recorded), .response(let live)):
      comparison.compare(live, liveContent, recorded, recordedContent)
    case (.response, .failure(let failure, _)):
      comparison.add(.failed(text(failure)))
    case (.failure, .response(let response)):
      comparison.add(.answered(response.status))
    case (.failure(let recorded, _), .failure(let live, _)):
      if recorded.code != live.code || !recorded.domain.utf8.elementsEqual(live.domain.utf8) {
        comparison.add(.failure(recorded: text(recorded), live: text(live)))
      }
    }
    return comparison.differences
  }

  private init(ignored: [[[UInt8]]]) {
    self.ignored = ignored
  }

  private static func text(_ failure: Cassette.Failure) -> String {
    "\(VisibleText.plain(failure.domain, limit: 100)) \(failure.code)"
  }

  private mutating func add(_ kind: ShapeDifference.Kind, at place: [[UInt8]]? = nil) {
    differences.append(ShapeDifference(kind, at: place.map(Self.pointer)))
  }

  private mutating func compare(
    _ live: Cassette.Response, _ liveContent: Data?,
    _ recorded: Cassette.Response, _ recordedContent: Data?
  ) {
    if live.status != recorded.status {
      add(.status(recorded: recorded.status, live: live.status))
    }
    let (oldType, newType) = (Self.type(of: recorded), Self.type(of: live))
    // Content that is not there has no type to speak of.
    if !newType.elementsEqual(oldType), liveContent?.isEmpty != true {
      add(
        .contentType(
          recorded: String(decoding: oldType, as: UTF8.self),
          live: String(decoding: newType, as: UTF8.self)))
    }
    guard let liveContent, let recordedContent,
      let old = JSONShape(Array(recordedContent))
    else { return }
    guard let new = JSONShape(Array(liveContent)) else { return add(.notJSON) }
    compare(new, old, at: [])
  }

  private static func type(of response: Cassette.Response) -> [UInt8] {
    MediaType(response.headerFields.first(named: "content-type") ?? "").essence
  }

  private mutating func compare(_ live: JSONShape, _ recorded: JSONShape, at place: [[UInt8]]) {
    guard !isIgnored(place) else { return }
    let old = recorded.kinds.subtracting([.null])
    let new = live.kinds.subtracting([.null])
    if live.kinds.contains(.null), !recorded.kinds.contains(.null) { add(.null, at: place) }
    if old.isEmpty {
      if !new.isEmpty { add(.noLongerNull(JSONShape.text(new)), at: place) }
      return
    }
    if !new.isSubset(of: old) {
      add(.type(recorded: JSONShape.text(old), live: JSONShape.text(new)), at: place)
    }
    if live.objectCount > 0, recorded.objectCount > 0 {
      compareMembers(live, recorded, at: place)
    }
    // An empty array says nothing of what would stand in it.
    if let live = live.elements.first, let recorded = recorded.elements.first {
      compare(live, recorded, at: place + [[UInt8(ascii: "*")]])
    }
  }

  private mutating func compareMembers(
    _ live: JSONShape, _ recorded: JSONShape, at place: [[UInt8]]
  ) {
    let keys = Set(recorded.members.keys).union(live.members.keys)
    for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let below = place + [key]
      guard !isIgnored(below) else { continue }
      switch (recorded.members[key], live.members[key]) {
      case (nil, let new?):
        add(.added(JSONShape.text(new.shape.kinds)), at: below)
      case (let old?, nil):
        // What was there at times only may be away by chance.
        if old.count == recorded.objectCount { add(.removed, at: below) }
      case (let old?, let new?):
        if old.count == recorded.objectCount, new.count < live.objectCount {
          add(.sometimesMissing, at: below)
        }
        compare(new.shape, old.shape, at: below)
      case (nil, nil):
        break
      }
    }
  }

  private func isIgnored(_ place: [[UInt8]]) -> Bool {
    ignored.contains { path in
      path.count == place.count
        && zip(path, place).allSatisfy { $0 == [UInt8(ascii: "*")] || $0 == $1 }
    }
  }

  /// The place as a pointer (RFC 6901 §3).
  private static func pointer(_ place: [[UInt8]]) -> String {
    let bytes = place.flatMap { token in
      [UInt8(ascii: "/")]
        + token.flatMap { byte -> [UInt8] in
          switch byte {
          case UInt8(ascii: "~"): Array("~0".utf8)
          case UInt8(ascii: "/"): Array("~1".utf8)
          default: [byte]
          }
        }
    }
    return VisibleText.plain(String(decoding: bytes, as: UTF8.self), limit: 200)
  }
}
