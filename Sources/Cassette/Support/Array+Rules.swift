extension Array where Element: Identifiable, Element.ID == String {
  /// The same with one more; one of the same id, by its bytes, is replaced in its place.
  func adding(_ element: Element) -> [Element] {
    var result = self
    if let index = firstIndex(where: { $0.id.utf8.elementsEqual(element.id.utf8) }) {
      result[index] = element
    } else {
      result.append(element)
    }
    return result
  }

  /// The same without those of that id.
  func removing(id: String) -> [Element] {
    filter { !$0.id.utf8.elementsEqual(id.utf8) }
  }
}
