#if canImport(Darwin)
import Darwin

let streamSocket = SOCK_STREAM
/// A placeholder: Darwin has no such flag. The test process ignores the signal, like XCTest's runner.
let sendWithoutSignal: Int32 = 0
#endif
