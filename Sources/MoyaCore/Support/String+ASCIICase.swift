#if !UpstreamMoya
extension String {
  /// Whether both are the same bytes, `A` to `Z` taken for `a` to `z`: how field names compare
  /// (RFC 9110 §5.1).
  func equalsIgnoringASCIICase(_ other: String) -> Bool {
    utf8.elementsEqual(other.utf8) { lowered($0) == lowered($1) }
  }
}

private func lowered(_ byte: UInt8) -> UInt8 {
  (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
}
#endif
