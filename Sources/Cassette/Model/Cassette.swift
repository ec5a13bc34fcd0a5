/// A sequence of recorded interactions, from a file or made by hand.
public struct Cassette: Sendable {}
