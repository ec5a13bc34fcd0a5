#if UpstreamMoya
// The real Moya stands in for everything in this module; nothing else here is compiled.
@_exported public import Moya
#endif
