#if UpstreamMoya && ReactiveSwift
// The real ReactiveMoya, for MoyaCore to pass on.
@_exported public import ReactiveMoya
#endif
