#if !UpstreamMoya
#if canImport(Security)
public import Foundation
public import Security

extension Bundle: AlamofireExtended {}

extension AlamofireExtension where ExtendedType: Bundle {
  /// The certificates among the bundle's `cer`, `crt` and `der` files; what is none is left out.
  public var certificates: [SecCertificate] {
    let paths = Set(
      ["cer", "CER", "crt", "CRT", "der", "DER"]
        .flatMap { type.paths(forResourcesOfType: $0, inDirectory: nil) })
    return paths.sorted().compactMap { path in
      FileManager.default.contents(atPath: path)
        .flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
    }
  }

  /// The public keys of the bundle's certificates.
  public var publicKeys: [SecKey] {
    certificates.compactMap(SecCertificateCopyKey)
  }
}
#endif
#endif
