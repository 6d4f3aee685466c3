import Foundation

@testable import LatchkeyTerminal

/// A client connection that sends nothing.
enum TestSocket {
    static func open(_ host: String, _ port: UInt16) throws -> Int32 {
        let connection = socket(AF_INET, LoopbackSocket.stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        inet_pton(AF_INET, host, &address.sin_addr)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EIO
            close(connection)
            throw POSIXError(code)
        }
        return connection
    }

    static func connect(_ host: String, _ port: UInt16) throws { close(try open(host, port)) }
}
