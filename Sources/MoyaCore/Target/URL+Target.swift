#if !UpstreamMoya
public import Foundation

extension URL {
  /// The target's `baseURL` with its `path` appended and percent-encoded; an empty path adds
  /// nothing, not even a slash.
  ///
  /// A `?` in the path becomes `%3F`, and what is percent-encoded already is encoded again.
  public init<T: TargetType>(target: T) {
    let path = target.path
    self = path.isEmpty ? target.baseURL : target.baseURL.appendingPathComponent(path)
  }
}
#endif
