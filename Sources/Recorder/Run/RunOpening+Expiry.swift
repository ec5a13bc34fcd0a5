import Cassette
import Foundation

// How old a cassette is, by the dates that are in it: those of files are lost in every checkout.
extension RunOpening {
  /// How old a cassette is that has expired; nil for one that has not, or cannot.
  static func expiredAge(
    of cassette: Cassette, _ options: CassetteOptions
  ) throws(CassetteError) -> Duration? {
    guard let limit = options.reRecordAfter, let date = try cassette.lastCheck() else { return nil }
    let age = Duration.seconds(options.clock.now().timeIntervalSince(date))
    return age > limit ? age : nil
  }

  static func warnIfExpired(_ cassette: Cassette, _ context: Context) throws(CassetteError) {
    guard let url = cassette.url, let age = try expiredAge(of: cassette, context.options) else {
      return
    }
    let asked = context.resolution.isForcedByCI ? ", since CI is set" : ""
    context.reporter.warn(
      """
      \(expiryText(url, age, context.options)), and replays all the same\(asked). \
      To record it anew: \(context.reporter.command(.rerecord, .scope))
      """)
  }

  static func expiryText(_ url: URL, _ age: Duration, _ options: CassetteOptions) -> String {
    let limit = options.reRecordAfter.map { ", more than the \(text($0)) of reRecordAfter" } ?? ""
    return "\(url.path): expired, it is \(text(age)) old\(limit)"
  }

  /// A duration in the largest unit of which there is one, rounded down.
  private static func text(_ duration: Duration) -> String {
    let seconds = max(0, duration.components.seconds)
    let units: [(name: String, seconds: Int64)] = [
      ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1),
    ]
    let unit = units.first { seconds >= $0.seconds } ?? ("second", 1)
    let count = seconds / unit.seconds
    return "\(count) \(unit.name)\(count == 1 ? "" : "s")"
  }
}

extension Cassette {
  /// When all entries were last known to be what is live; nil for a cassette without entries or dates.
  func lastCheck() throws(CassetteError) -> Date? {
    if let checkedAt { return checkedAt }
    // Entries made by hand, and those of some importers, have no date.
    return try newestDate().flatMap { $0 > Date(timeIntervalSince1970: 0) ? $0 : nil }
  }
}
