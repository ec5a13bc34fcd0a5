#if canImport(FoundationNetworking)
// Code for Apple's platforms has URLRequest and its like from Foundation, and does not import this.
@_exported public import FoundationNetworking
#endif

#if UpstreamMoya
// The real Moya stands in for everything in this module that it has itself.
@_exported public import Moya

#if RxSwift
@_exported public import UpstreamRxMoya
#endif

#if ReactiveSwift
@_exported public import UpstreamReactiveMoya
#endif

#if canImport(Combine)
@_exported public import CombineMoya
#endif
#endif
