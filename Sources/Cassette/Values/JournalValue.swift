/// A recorded value as it lies in a journal, in a line of its own.
package struct JournalValue: Hashable, Sendable {
  /// Its name.
  package let name: String
  /// Which of that name it is, counted from 0 in the order of asking.
  package let number: Int
  /// Its JSON text, redacted.
  package let json: [UInt8]

  /// A value.
  package init(name: String, number: Int, json: [UInt8]) {
    (self.name, self.number, self.json) = (name, number, json)
  }

  /// The line, with its line feed.
  var line: [UInt8] {
    var text = JSONText()
    text.raw(#"{"_value":"#)
    text.string(name)
    text.raw(#","n":"#)
    text.integer(number)
    text.raw(#","json":"#)
    text.bytes.append(contentsOf: json)
    text.raw("}\n")
    return text.bytes
  }

  /// What a line says; nil where it is another line, or a member is missing.
  init?(_ document: JSONDocument) {
    guard let name = document.member("_value", of: document.root).flatMap({ document.string($0) }),
      let number = document.member("n", of: document.root).flatMap({ document.integer($0) }),
      let json = document.member("json", of: document.root)
    else { return nil }
    self.init(
      name: name, number: number,
      json: Cassette.RecordedValues.compact(document.source(of: json)))
  }
}
