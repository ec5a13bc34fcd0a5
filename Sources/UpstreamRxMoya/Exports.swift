#if UpstreamMoya && RxSwift
// The real RxMoya, for MoyaCore to pass on.
@_exported public import RxMoya
#endif
