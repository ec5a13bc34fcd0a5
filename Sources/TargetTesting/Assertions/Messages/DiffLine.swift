/// A line of a diff: compared as it is, and shown as it may be shown.
struct DiffLine: Hashable, Sendable {
  /// What is compared; secrets within still differ where what is shown of them does not.
  let identity: [UInt8]
  /// ASCII, what cannot be seen made visible, secrets replaced.
  let shown: String

  init(identity: some Sequence<UInt8>, shown: String) {
    self.identity = Array(identity)
    self.shown = shown
  }

  static func == (lhs: DiffLine, rhs: DiffLine) -> Bool { lhs.identity == rhs.identity }

  func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// A line that is shown as it is compared.
  init(_ text: String) {
    self.init(identity: text.utf8, shown: text)
  }
}
