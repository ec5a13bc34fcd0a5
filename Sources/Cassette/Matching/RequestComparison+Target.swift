extension RequestComparison {
  /// Compares the types of the targets, where both are known.
  func targetType() -> Difference? {
    guard let live = asked.target, let kept = recordedTarget,
      !live.type.utf8.elementsEqual(kept.type.utf8)
    else { return nil }
    return Difference(
      part: "target type", sent: VisibleText.plain(live.type, limit: 80),
      recorded: VisibleText.plain(kept.type, limit: 80))
  }

  /// Compares the cases of the targets, where both targets are known.
  func targetCase() -> Difference? {
    guard let live = asked.target, let kept = recordedTarget,
      live.name.map({ Array($0.utf8) }) != kept.name.map({ Array($0.utf8) })
    else { return nil }
    func shown(_ name: String?) -> String {
      name.map { VisibleText.plain($0, limit: 80) } ?? "no case"
    }
    return Difference(part: "target case", sent: shown(live.name), recorded: shown(kept.name))
  }
}
