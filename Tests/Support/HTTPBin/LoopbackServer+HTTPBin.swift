extension LoopbackServer {
  /// A server that answers httpbin's endpoints, as far as `HTTPBinRouter` has them.
  ///
  /// - Throws: the failed socket call, where no port can be had.
  package static func httpbinLike() throws -> LoopbackServer {
    try LoopbackServer { HTTPBinRouter($0).reply() }
  }
}
