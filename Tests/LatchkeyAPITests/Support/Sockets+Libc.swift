#if !canImport(Darwin)
import Foundation

let streamSocket = Int32(SOCK_STREAM.rawValue)
let sendWithoutSignal = Int32(MSG_NOSIGNAL)
#endif
