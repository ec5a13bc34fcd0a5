#if RxSwift && !UpstreamMoya
public import Foundation
public import RxSwift

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#endif

extension ObservableType where Element == Response {
  /// Passes responses of those statuses, and fails for others.
  ///
  /// - Parameter statusCodes: The statuses to pass.
  /// - Returns: The responses; `MoyaError.statusCode` for another.
  public func filter<R: RangeExpression>(
    statusCodes: R
  ) -> Observable<Response> where R.Bound == Int {
    map { try $0.filter(statusCodes: statusCodes) }
  }

  /// Passes responses of that status, and fails for others.
  ///
  /// - Parameter statusCode: The status to pass.
  /// - Returns: The responses; `MoyaError.statusCode` for another.
  public func filter(statusCode: Int) -> Observable<Response> {
    map { try $0.filter(statusCode: statusCode) }
  }

  /// Passes responses of the statuses 200 to 299, and fails for others.
  ///
  /// - Returns: The responses; `MoyaError.statusCode` for another.
  public func filterSuccessfulStatusCodes() -> Observable<Response> {
    map { try $0.filterSuccessfulStatusCodes() }
  }

  /// Passes responses of the statuses 200 to 399, and fails for others.
  ///
  /// - Returns: The responses; `MoyaError.statusCode` for another.
  public func filterSuccessfulStatusAndRedirectCodes() -> Observable<Response> {
    map { try $0.filterSuccessfulStatusAndRedirectCodes() }
  }

  #if canImport(UIKit) || canImport(AppKit)
  /// The bodies as images.
  ///
  /// - Returns: The images; `MoyaError.imageMapping` where a body is none.
  public func mapImage() -> Observable<Image> {
    map { try $0.mapImage() }
  }
  #endif

  /// The bodies as JSON; see ``Response/mapJSON(failsOnEmptyData:)``.
  ///
  /// - Parameter failsOnEmptyData: Whether an empty body is an error, and not NSNull.
  /// - Returns: The values; `MoyaError.jsonMapping` where a body is no JSON.
  public func mapJSON(failsOnEmptyData: Bool = true) -> Observable<Any> {
    map { try $0.mapJSON(failsOnEmptyData: failsOnEmptyData) }
  }

  /// The bodies as text, or the strings at a key path; see ``Response/mapString(atKeyPath:)``.
  ///
  /// - Parameter keyPath: Member names joined by dots; without it the whole body.
  /// - Returns: The texts; `MoyaError.stringMapping` or `MoyaError.jsonMapping` where there is none.
  public func mapString(atKeyPath keyPath: String? = nil) -> Observable<String> {
    map { try $0.mapString(atKeyPath: keyPath) }
  }

  /// The bodies decoded, or the values at a key path; see
  /// ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - keyPath: Member names joined by dots; without it the whole body.
  ///   - decoder: The decoder.
  ///   - failsOnEmptyData: Whether an empty body is an error in every case.
  /// - Returns: The values; `MoyaError.objectMapping` or `MoyaError.jsonMapping` where there is none.
  public func map<D: Decodable>(
    _ type: D.Type, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder(),
    failsOnEmptyData: Bool = true
  ) -> Observable<D> {
    map {
      try $0.map(
        type, atKeyPath: keyPath, using: decoder, failsOnEmptyData: failsOnEmptyData)
    }
  }
}
#endif
