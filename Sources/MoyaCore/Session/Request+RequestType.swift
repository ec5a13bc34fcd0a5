#if !UpstreamMoya
extension Request: RequestType {
  /// The header fields that the session adds to every request.
  public var sessionHeaders: [String: String] { session.sessionHeaders }
}
#endif
