#if canImport(CryptoKit)
import CryptoKit
#endif

/// SHA-256 (FIPS 180-4) of bytes that come in pieces.
package struct SHA256 {
  #if canImport(CryptoKit)
  private var hash = CryptoKit.SHA256()

  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    hash.update(bufferPointer: bytes)
  }

  /// The digest of all bytes added.
  package func digest() -> [UInt8] { Array(hash.finalize()) }
  #else
  private var hash = PortableSHA256()

  package init() {}

  /// Adds bytes.
  package mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

  /// The digest of all bytes added.
  package func digest() -> [UInt8] { hash.digest() }
  #endif

  /// The digest of the bytes in lower-case hexadecimal.
  package static func hexadecimal(_ bytes: UnsafeRawBufferPointer) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return hash.hexadecimal()
  }

  /// The digest of all bytes added, in lower-case hexadecimal.
  package func hexadecimal() -> String {
    let letters = Array("0123456789abcdef".utf8)
    let text = digest().flatMap { [letters[Int($0 >> 4)], letters[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }
}
