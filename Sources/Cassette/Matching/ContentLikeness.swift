/// How much of one request's content others have.
struct ContentLikeness {
  /// The most that a content can have in common with this one.
  static let maximum = 24
  /// Of longer content, and of more values, only the beginning counts.
  private static let byteLimit = 1 << 16
  private static let valueLimit = 4_096

  /// What content is made of, counted: its values with their places, and its places.
  private struct Items {
    var values: [Int: Int] = [:]
    var places: [Int: Int] = [:]
    var count = 0

    mutating func add(_ place: Hasher, _ value: (inout Hasher) -> Void) {
      var whole = place
      value(&whole)
      values[whole.finalize(), default: 0] += 1
      places[place.finalize(), default: 0] += 1
      count += 1
    }
  }

  private let content: RequestContent
  private let items: Items?

  /// The likeness to that content.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init(_ content: RequestContent) {
    self.content = content
    items = Self.items(content)
  }

  /// What another content has in common with this one, from 0 to ``maximum``.
  ///
  /// - Complexity: O(*n*) in the number of bytes of both.
  func score(_ other: RequestContent) -> Int {
    let counts = (content.byteCount, other.byteCount)
    if counts.0 == 0, counts.1 == 0 { return Self.maximum }
    guard counts.0 != 0, counts.1 != 0 else { return 0 }
    let others = Self.items(other)
    if let items, let others {
      let total = max(items.count + others.count, 1)
      let values = 2 * Self.shared(items.values, others.values)
      let places = 2 * Self.shared(items.places, others.places)
      return (16 * values + 8 * places) / total
    }
    if let mine = content.bytes?.prefix(Self.byteLimit),
      let theirs = other.bytes?.prefix(Self.byteLimit), items == nil, others == nil
    {
      let prefix = zip(mine, theirs).prefix { $0 == $1 }.count
      let rest = (mine.dropFirst(prefix), theirs.dropFirst(prefix))
      let suffix = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
      return Self.maximum * (prefix + suffix) / max(mine.count, theirs.count)
    }
    return counts.0 == counts.1 ? 4 : 2
  }

  private static func shared(_ left: [Int: Int], _ right: [Int: Int]) -> Int {
    left.reduce(0) { $0 + min($1.value, right[$1.key] ?? 0) }
  }

  private static func items(_ content: RequestContent) -> Items? {
    var items = Items()
    if let sections = content.sections {
      for section in sections {
        var place = Hasher()
        place.combine(section.name)
        items.add(place) {
          $0.combine(section.fileName)
          $0.combine(section.value)
          $0.combine(section.digest)
        }
      }
      return items
    }
    guard content.byteCount ?? 0 <= byteLimit else { return nil }
    if let json = content.json {
      add(json, at: Hasher(), to: &items)
      return items
    }
    guard content.isForm, let bytes = content.bytes else { return nil }
    for field in NamedValue.formFields(bytes) {
      var place = Hasher()
      place.combine(field.name)
      items.add(place) { $0.combine(field.value) }
    }
    return items
  }

  private static func add(_ value: JSONValue, at place: Hasher, to items: inout Items) {
    guard items.count < valueLimit else { return }
    switch value {
    case .array(let elements) where !elements.isEmpty:
      for (index, element) in elements.enumerated() {
        var place = place
        place.combine(index)
        add(element, at: place, to: &items)
      }
    case .object(let members) where !members.isEmpty:
      for member in members {
        var place = place
        place.combine(member.key)
        add(member.value, at: place, to: &items)
      }
    default:
      items.add(place) { $0.combine(value) }
    }
  }
}
