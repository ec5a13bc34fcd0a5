/// Answers requests of a cassette as a player does, for the package's own benchmarks.
///
/// May be used from any thread, as what it is made of.
@_spi(Benchmarks)
public final class BenchmarkPlayer: Sendable {
  private let playback: Playback

  /// A player of a cassette, by the default rules, with nothing used.
  public init(_ cassette: Cassette) {
    playback = Playback(cassette: cassette, matching: .default, repeats: .never)
  }

  /// The next recording of a request, which is used then; nil where there is none.
  ///
  /// - Throws: `CassetteError` where the cassette is damaged.
  public func answer(_ request: Cassette.Request) throws(CassetteError) -> Cassette.Interaction? {
    guard let reservation = try playback.reserve(request) else { return nil }
    reservation.deliver()
    return reservation.interaction
  }
}
