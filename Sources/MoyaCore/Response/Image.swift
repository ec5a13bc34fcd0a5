#if !UpstreamMoya
#if canImport(UIKit)
public import UIKit

/// The platform's image class.
public typealias ImageType = UIImage
/// The platform's image class.
public typealias Image = ImageType
#elseif canImport(AppKit)
public import AppKit

/// The platform's image class.
public typealias ImageType = NSImage
/// The platform's image class.
public typealias Image = ImageType
#endif

#if canImport(UIKit) || canImport(AppKit)
extension Response {
  /// The body as an image.
  ///
  /// - Throws: ``MoyaError/imageMapping(_:)``.
  public func mapImage() throws -> Image {
    guard let image = Image(data: data) else { throw MoyaError.imageMapping(self) }
    return image
  }
}
#endif
#endif
