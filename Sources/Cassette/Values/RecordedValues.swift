extension Cassette {
  /// What a program made for itself while it was recorded, such as an id that it sends: lists by names.
  ///
  /// Values are JSON texts without line breaks or spaces. Names are compared by their bytes.
  package struct RecordedValues: Hashable, Sendable {
    /// How much text the values of one recording may have, in bytes: they are ids, dates and seeds.
    ///
    /// No text of that size has more JSON values than the limits of a reader allow.
    package static let byteLimit = 1_000_000
    /// How deep arrays and objects of one value may nest, which leaves room for what stands around it.
    package static let depthLimit = 256

    private var lists: [[UInt8]: [[UInt8]]] = [:]

    /// No values.
    package init() {}

    /// Whether there are none.
    package var isEmpty: Bool { lists.isEmpty }

    /// The number of all values.
    package var count: Int { lists.values.reduce(0) { $0 + $1.count } }

    /// The size of their texts, in bytes.
    package var byteCount: Int {
      lists.reduce(0) { $0 + $1.key.count + $1.value.reduce(0) { $0 + $1.count } }
    }

    /// The names, in the order of their bytes.
    package var names: [String] { sortedNames.map { String(decoding: $0, as: UTF8.self) } }

    /// The values of a name, in the order in which they were asked for.
    package subscript(name: String) -> [[UInt8]] { lists[Array(name.utf8)] ?? [] }

    var sortedNames: [[UInt8]] { lists.keys.sorted { $0.lexicographicallyPrecedes($1) } }

    func list(of name: [UInt8]) -> [[UInt8]] { lists[name] ?? [] }

    mutating func set(_ list: [[UInt8]], of name: [UInt8]) {
      lists[name] = list.isEmpty ? nil : list
    }

    /// Adds a value at the end of a list.
    package mutating func append(_ json: [UInt8], to name: String) {
      lists[Array(name.utf8), default: []].append(json)
    }

    /// Takes in what a recording has made: a value with the number of one that is there takes its place,
    /// the others come behind.
    ///
    /// - Complexity: O(*n* log *n*) in the number of new values.
    package mutating func take(_ values: [JournalValue]) {
      for value in values.sorted(by: { $0.number < $1.number }) {
        let name = Array(value.name.utf8)
        if let list = lists[name], list.indices.contains(value.number) {
          lists[name]?[value.number] = value.json
        } else {
          lists[name, default: []].append(value.json)
        }
      }
    }

    /// Adds the lists of names that are not there.
    ///
    /// - Returns: The names that both have with other values, in order: those of this one stay.
    package mutating func merge(_ other: RecordedValues) -> [String] {
      var conflicts: [String] = []
      for name in other.sortedNames {
        if let list = lists[name] {
          if list != other.list(of: name) {
            conflicts.append(String(decoding: name, as: UTF8.self))
          }
        } else {
          lists[name] = other.list(of: name)
        }
      }
      return conflicts
    }
  }
}
