#if canImport(Darwin)
import Darwin

let streamSocket = SOCK_STREAM
/// Darwin has no such flag: the test process ignores the signal, as XCTest's runner does.
let sendWithoutSignal: Int32 = 0
#endif
