@_spi(Benchmarks) import Cassette
import Measuring

/// How the time for texts grows that are made to be slow to read.
enum GrowthMeasure {
  private struct Subject {
    var name: String
    /// The work on a text of so many units, made ready before its time is taken.
    var work: (Int) -> () throws -> Void
  }

  private static let units = [
    "x:y=\"://", "token=", "token: [", "a,", "\"token\":\\\"", "token: \n", "Bearer ", "%3F",
    "[redacted:", "token=a;", "cookie: \"", "a=", "\\", "token tok", "pin: 1",
    "session: Optional(",
  ]
  /// How much longer the second text is.
  private static let factor = 8

  static func run(_ setting: Setting, _ report: (Comparison) -> Void) throws {
    for subject in scans + [multipart, wildcard] {
      let count = 4_000
      let (short, long) = (subject.work(count), subject.work(factor * count))
      let (ours, floor) = try interleaved(
        rounds: setting.rounds, clock: .cpu, ours: long,
        floor: { for _ in 0..<factor { try short() } })
      report(
        Comparison(
          name: "\(subject.name): a text \(factor) times as long, against \(factor) texts; CPU, µs",
          n: factor * count, ours: ours * 1e6, floor: floor * 1e6,
          // What grows with the square comes to 8.
          limit: 3))
    }
  }

  private static var scans: [Subject] {
    units.map { unit in
      let shown = unit.map { $0.isASCII && $0.isLetter ? String($0) : "." }.joined()
      return Subject(name: "search for secrets in \(shown)") { count in
        let text = Array(repeatElement(unit.utf8, count: count).joined())
        return { _ = BenchmarkText.secretCount(in: text) }
      }
    }
  }

  /// A boundary that almost occurs everywhere.
  private static var multipart: Subject {
    let boundary = [UInt8](repeating: UInt8(ascii: "a"), count: 60)
    let delimiter = Array("--".utf8) + boundary
    return Subject(name: "parts of multipart") { count in
      let almost = Array("\r\n".utf8) + delimiter.dropLast()
      let text =
        delimiter + "\r\n\r\n".utf8 + repeatElement(almost, count: count).joined() + "\r\n".utf8
        + delimiter + "--".utf8
      return {
        guard BenchmarkText.partCount(of: text, boundary: boundary) == 1 else {
          throw WrongResult("not one part of multipart")
        }
      }
    }
  }

  /// What stands between two wildcards almost occurs everywhere.
  private static var wildcard: Subject {
    Subject(name: "comparing with wildcards") { count in
      let recorded =
        Array("<1>".utf8) + [UInt8](repeating: UInt8(ascii: "a"), count: 5 * count)
        + Array("b<2>".utf8)
      let live = [UInt8](repeating: UInt8(ascii: "a"), count: 10 * count)
      let placeholders = ["<1>", "<2>"].map { Array($0.utf8) }
      return {
        guard !BenchmarkText.fits(live, recorded: recorded, placeholders: placeholders) else {
          throw WrongResult("a text that does not fit was taken")
        }
      }
    }
  }
}
