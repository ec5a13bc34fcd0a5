import Cassette

/// Looks for what may be a secret: by its looks, or as the value of a variable.
struct LeakCheck {
  private let check: TripwireCheck
  private let allowances: [Tripwire.Allowance]
  private let searches: [(name: String, redactor: Redactor)]

  init(_ tripwire: Tripwire, _ variables: EnvironmentOption) {
    check = TripwireCheck(tripwire)
    allowances = tripwire.allowances
    searches = variables.searches
  }

  /// What was found in an interaction, each once. That a side file cannot be read is told by those who
  /// check them; the rest is looked through all the same.
  func findings(
    in interaction: Cassette.Interaction, _ sideFiles: SideFiles
  ) -> Set<Tripwire.Finding> {
    do throws(CassetteError) {
      return try allFindings(in: interaction, sideFiles)
    } catch {
      var rest = interaction
      rest.replaceBodies { body in if case .sideFile = body { .empty } else { body } }
      do throws(CassetteError) {
        return try allFindings(in: rest, sideFiles)
      } catch {
        // It has no side files any more that could not be read.
        return []
      }
    }
  }

  private func allFindings(
    in interaction: Cassette.Interaction, _ sideFiles: SideFiles
  ) throws(CassetteError) -> Set<Tripwire.Finding> {
    var findings = Set(try check.hits(in: interaction, sideFiles).map(\.finding))
    for (name, redactor) in searches {
      for place in try redactor.placesOfSecrets(in: interaction, sideFiles) {
        let finding = Tripwire.Finding(rule: "variable:\(name)", place: place, isReplaced: false)
        if !allowances.contains(where: { $0.covers(finding) }) { findings.insert(finding) }
      }
    }
    return findings
  }
}
