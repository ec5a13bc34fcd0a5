import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The few calls that the loopback server and child processes need, with one spelling on every platform.
enum Posix {
  /// What a failed call says, with the name of the call.
  struct Failure: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    var description: String {
      "\(call) failed: \(String(cString: strerror(code))) (errno \(code))"
    }
  }

  #if canImport(Glibc)
  private static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
  private static let streamType = SOCK_STREAM
  #endif

  /// A listening socket on a free port of 127.0.0.1, and that port.
  static func listen() throws -> (descriptor: Int32, port: UInt16) {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    do {
      closeOnExec(descriptor)
      try bindToLoopback(descriptor, port: 0)
      guard posixListen(descriptor, 512) == 0 else { throw Failure(call: "listen", code: errno) }
      return (descriptor, try localPort(of: descriptor))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// A socket that keeps a port from others and does not listen on it; nil where another was
  /// quicker.
  static func hold(port: UInt16) -> Int32? {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { return nil }
    closeOnExec(descriptor)
    // Closed connections may linger on the port.
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    do {
      try bindToLoopback(descriptor, port: port)
      return descriptor
    } catch {
      close(descriptor)
      return nil
    }
  }

  /// A socket connected to `port` of 127.0.0.1.
  static func connect(port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, streamType, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    closeOnExec(descriptor)
    prepare(descriptor)
    var address = loopbackAddress(port: port)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        posixConnect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      let code = errno
      close(descriptor)
      throw Failure(call: "connect", code: code)
    }
    return descriptor
  }

  /// The next connection, or nil where there was none after all.
  static func accept(_ listener: Int32) -> Int32? {
    let descriptor = posixAccept(listener)
    guard descriptor >= 0 else { return nil }
    closeOnExec(descriptor)
    prepare(descriptor)
    return descriptor
  }

  /// Blocks until one of the descriptors has something to read; returns which have.
  static func waitToRead(_ descriptors: [Int32], milliseconds: Int32 = -1) -> [Bool] {
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while true {
      let result = poll(&polled, nfds_t(polled.count), milliseconds)
      if result < 0, errno == EINTR { continue }
      return polled.map { $0.revents != 0 }
    }
  }

  /// What came of waiting for bytes.
  enum Received {
    case bytes([UInt8])
    /// The other side has closed in an orderly way.
    case end
    /// With the error number, `ECONNRESET` for a reset.
    case failure(Int32)
  }

  /// Blocks until something comes, and returns up to `limit` bytes of it.
  static func receive(_ descriptor: Int32, limit: Int = 65_536) -> Received {
    var code: Int32?
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while true {
        let result = recv(descriptor, buffer.baseAddress, limit, 0)
        if result < 0, errno == EINTR { continue }
        if result < 0 { code = errno }
        count = max(0, result)
        return
      }
    }
    if let code { return .failure(code) }
    return bytes.isEmpty ? .end : .bytes(bytes)
  }

  /// The same, with nil for whatever ends the connection.
  static func receiveSome(_ descriptor: Int32) -> [UInt8]? {
    guard case .bytes(let bytes) = receive(descriptor) else { return nil }
    return bytes
  }

  /// Sends all of it; false where the other side has gone.
  static func send(_ descriptor: Int32, _ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    return bytes.withUnsafeBytes { buffer in
      while sent < buffer.count {
        let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
        let result = posixSend(descriptor, rest.baseAddress, rest.count, flags)
        if result < 0, errno == EINTR { continue }
        guard result > 0 else { return false }
        sent += result
      }
      return true
    }
  }

  /// Makes the next close send a reset in place of an orderly end.
  static func resetOnClose(_ descriptor: Int32) {
    var value = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, socklen_t(MemoryLayout<linger>.size))
  }

  /// Wakes whoever is blocked on the socket, in both directions.
  static func shutDown(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Says that nothing more will be sent.
  static func endSending(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Two connected descriptors: what is written to the second can be read from the first.
  static func pipePair() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
    closeOnExec(ends[0])
    closeOnExec(ends[1])
    return (ends[0], ends[1])
  }

  /// Keeps the descriptor out of child processes.
  static func closeOnExec(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// This process's own.
  static let standardError: Int32 = STDERR_FILENO

  /// Closes it; for good, since another file may have its number at once.
  static func close(_ descriptor: Int32) {
    posixClose(descriptor)
  }

  /// Blocks until something comes through a pipe, and returns it; nothing at the end.
  static func readSome(_ descriptor: Int32, limit: Int = 4_096) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
      while true {
        let result = posixRead(descriptor, buffer.baseAddress, limit)
        if result < 0, errno == EINTR { continue }
        count = max(0, result)
        return
      }
    }
  }

  private static func prepare(_ descriptor: Int32) {
    var yes: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, size)
    #if canImport(Darwin)
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, size)
    #endif
  }

  private static func loopbackAddress(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    #if canImport(Darwin)
    address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    #endif
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
  }

  private static func bindToLoopback(_ descriptor: Int32, port: UInt16) throws {
    var address = loopbackAddress(port: port)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(call: "bind", code: errno) }
  }

  private static func localPort(of descriptor: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &length)
      }
    }
    guard result == 0 else { throw Failure(call: "getsockname", code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }
}

// Inside `Posix` these names would find its own functions.
private func posixListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
  listen(descriptor, backlog)
}

private func posixAccept(_ descriptor: Int32) -> Int32 {
  accept(descriptor, nil, nil)
}

private func posixConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  connect(descriptor, address, length)
}

private func posixClose(_ descriptor: Int32) {
  _ = close(descriptor)
}

private func posixRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int
{
  read(descriptor, bytes, count)
}

private func posixSend(
  _ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int {
  send(descriptor, bytes, count, flags)
}
