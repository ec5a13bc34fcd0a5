/// The first hundred of many things, and how many there were.
///
/// For what is told of a file: a small one can be odd in millions of places.
package struct FirstOfMany<Element: Sendable>: Sendable {
  /// The first of them.
  package private(set) var elements: [Element] = []
  /// How many there were.
  package private(set) var count = 0

  private static var limit: Int { 100 }

  /// None so far.
  package init() {}

  /// How many are not among the elements.
  package var furtherCount: Int { count - elements.count }

  /// Whether one more would be kept.
  var hasRoom: Bool { elements.count < Self.limit }

  /// Takes one more, which is only made where there is room for it.
  mutating func append(_ element: @autoclosure () -> Element) {
    count += 1
    if hasRoom { elements.append(element()) }
  }

  /// Takes all of another list, each as the closure makes it.
  mutating func append(contentsOf others: Self, _ body: (Element) -> Element) {
    count += others.count
    for element in others.elements.prefix(Self.limit - elements.count) {
      elements.append(body(element))
    }
  }
}

extension FirstOfMany<String> {
  /// The first, and a last line that counts the others.
  var lines: [String] {
    furtherCount > 0 ? elements + ["\(furtherCount) more such warnings are not listed"] : elements
  }
}
