import Dispatch
import Foundation

/// The part of the loopback server that its threads hold on to.
///
/// Apart from `LoopbackServer`, so that letting go of that one stops the threads.
final class ServerCore: Sendable {
  private struct State {
    var isStopped = false
    var connections: Set<Int32> = []
    var acceptCount = 0
    var requests: [ReceivedRequest] = []
    var sleepers: [ObjectIdentifier: DispatchSemaphore] = [:]
    var watchers: [Int: (count: Int, continuation: CheckedContinuation<Bool, Never>)] = [:]
    var nextWatcher = 0
    /// Keeps the port when the server has stopped.
    var heldPort: Int32?
  }

  let port: UInt16
  private let listener: Int32
  private let wake: (read: Int32, write: Int32)
  private let keptByteCount: Int
  private let handler: @Sendable (ReceivedRequest) -> Reply
  private let state = Locked(State())
  private let listening = DispatchGroup()

  init(
    keptByteCount: Int, handler: @escaping @Sendable (ReceivedRequest) -> Reply
  ) throws {
    self.keptByteCount = keptByteCount
    self.handler = handler
    wake = try Posix.pipePair()
    do {
      (listener, port) = try Posix.listen()
    } catch {
      close(wake.read)
      close(wake.write)
      throw error
    }
  }

  deinit {
    if let held = state.withLock(\.heldPort) { close(held) }
  }

  var acceptCount: Int { state.withLock(\.acceptCount) }
  var requests: [ReceivedRequest] { state.withLock(\.requests) }
  var requestCount: Int { state.withLock(\.requests.count) }

  /// Begins to accept connections.
  func start() {
    listening.enter()
    Self.startThread(named: "loopback listener") {
      self.acceptConnections()
      self.listening.leave()
    }
  }

  /// Closes everything and wakes whoever waits; does nothing the second time.
  func stop() {
    let woken = state.withLock {
      state -> ([DispatchSemaphore], [CheckedContinuation<Bool, Never>]) in
      guard !state.isStopped else { return ([], []) }
      state.isStopped = true
      for descriptor in state.connections { Posix.shutDown(descriptor) }
      // The listening thread closes both ends; it ends only after reading this byte's arrival.
      close(wake.write)
      defer {
        state.sleepers = [:]
        state.watchers = [:]
      }
      return (Array(state.sleepers.values), state.watchers.values.map(\.continuation))
    }
    for semaphore in woken.0 { semaphore.signal() }
    for continuation in woken.1 { continuation.resume(returning: false) }
    // So that the port is closed once this returns.
    listening.wait()
  }

  // MARK: Waiting

  /// Whether that many requests have come before the deadline and before the server stopped.
  func waitForRequests(_ count: Int, within limit: Duration) async -> Bool {
    await withCheckedContinuation { continuation in
      let (answer, number) = state.withLock { state -> (Bool?, Int) in
        if state.requests.count >= count { return (true, 0) }
        if state.isStopped { return (false, 0) }
        state.nextWatcher += 1
        state.watchers[state.nextWatcher] = (count, continuation)
        return (nil, state.nextWatcher)
      }
      if let answer { return continuation.resume(returning: answer) }
      DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds) {
        let late = self.state.withLock { $0.watchers.removeValue(forKey: number) }
        late?.continuation.resume(returning: false)
      }
    }
  }

  /// Waits so long; false when the server stopped meanwhile.
  func pause(for duration: Duration) -> Bool {
    sleep { semaphore in _ = semaphore.wait(timeout: .now() + duration.seconds) }
  }

  /// Waits at the gate; false when the server stopped meanwhile.
  func wait(at gate: Gate) -> Bool {
    sleep { semaphore in
      gate.enqueue(semaphore)
      semaphore.wait()
      gate.remove(semaphore)
    }
  }

  /// Waits until the client closes its side or the server stops.
  func waitForEnd(of descriptor: Int32) {
    while Posix.receiveSome(descriptor) != nil {}
  }

  private func sleep(_ body: (DispatchSemaphore) -> Void) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    let key = ObjectIdentifier(semaphore)
    let isStopped = state.withLock { state in
      if !state.isStopped { state.sleepers[key] = semaphore }
      return state.isStopped
    }
    guard !isStopped else { return false }
    body(semaphore)
    return state.withLock { state in
      state.sleepers[key] = nil
      return !state.isStopped
    }
  }

  // MARK: Threads

  private static func startThread(named name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread(block: body)
    thread.name = name
    thread.stackSize = 1 << 19
    thread.start()
  }

  private func acceptConnections() {
    while true {
      let ready = Posix.waitToRead([listener, wake.read])
      if ready[1] { break }
      guard let descriptor = Posix.accept(listener) else { continue }
      let number = state.withLock { state -> Int? in
        guard !state.isStopped else { return nil }
        state.connections.insert(descriptor)
        state.acceptCount += 1
        return state.acceptCount
      }
      guard let number else {
        close(descriptor)
        break
      }
      Self.startThread(named: "loopback connection \(number)") {
        self.serve(descriptor, number: number)
      }
    }
    close(listener)
    // Else another test's server might get the port, and answer what this one is to refuse.
    let held = Posix.hold(port: port)
    state.withLock { $0.heldPort = held }
    close(wake.read)
  }

  private func serve(_ descriptor: Int32, number: Int) {
    var reader = RequestReader(
      descriptor: descriptor, connection: number, keptByteCount: keptByteCount)
    var writer = ReplyWriter(descriptor: descriptor, core: self)
    var outcome = ReplyWriter.Outcome.next
    while outcome == .next {
      do throws(RequestReader.Failure) {
        let request = try reader.next()
        note(request)
        outcome = writer.send(handler(request), to: request)
      } catch {
        outcome = .close
        guard case .broken(let why) = error else { break }
        let text = "\(why)\n"
        _ = Posix.send(
          descriptor,
          """
          HTTP/1.1 400 Bad Request\r
          Content-Type: text/plain; charset=utf-8\r
          Content-Length: \(text.utf8.count)\r
          Connection: close\r
          \r
          \(text)
          """.utf8)
      }
    }
    finish(descriptor, with: outcome)
  }

  private func note(_ request: ReceivedRequest) {
    let reached = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
      state.requests.append(request)
      let keys = state.watchers.filter { $0.value.count <= state.requests.count }.keys
      return keys.compactMap { state.watchers.removeValue(forKey: $0)?.continuation }
    }
    for continuation in reached { continuation.resume(returning: true) }
  }

  private func finish(_ descriptor: Int32, with outcome: ReplyWriter.Outcome) {
    let isStopped = state.withLock(\.isStopped)
    if outcome == .reset {
      Posix.resetOnClose(descriptor)
    } else if !isStopped {
      // Closing with bytes unread would turn the orderly end into a reset.
      Posix.endSending(descriptor)
      while Posix.waitToRead([descriptor], milliseconds: 2_000)[0],
        Posix.receiveSome(descriptor) != nil
      {}
    }
    // Inside the lock, so that `stop` cannot shut down a number that is already somebody else's.
    state.withLock { state in
      state.connections.remove(descriptor)
      close(descriptor)
    }
  }
}
