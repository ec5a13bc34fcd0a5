#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A port of 127.0.0.1 on which nothing listens: it was free a moment ago.
func closedPort() throws -> UInt16 {
  #if canImport(Glibc)
  let kind = Int32(SOCK_STREAM.rawValue)
  #else
  let kind = SOCK_STREAM
  #endif
  let descriptor = socket(AF_INET, kind, 0)
  guard descriptor >= 0 else { throw DemoError.noPort }
  defer { _ = close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      bind(descriptor, pointer, length) == 0 ? getsockname(descriptor, pointer, &length) : -1
    }
  }
  guard result == 0 else { throw DemoError.noPort }
  return UInt16(bigEndian: address.sin_port)
}
