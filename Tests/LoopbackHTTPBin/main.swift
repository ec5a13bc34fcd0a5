// Serves the httpbin-like endpoints on a free port of 127.0.0.1 until SIGTERM or the end of
// standard input, so that it never outlives the process that started it.
import Dispatch
import Foundation
import TestSupport

let server = try LoopbackServer.httpbinLike()
signal(SIGTERM, SIG_IGN)
let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .global())
// Not on the main actor, to which a closure made here would belong.
termination.setEventHandler { @Sendable in exit(0) }
termination.resume()

// At once, also where standard output is a pipe.
FileHandle.standardOutput.write(Data("listening \(server.port)\n".utf8))
while !FileHandle.standardInput.availableData.isEmpty {}
server.stop()
