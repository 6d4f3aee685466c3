#if PostgreSQL
import Foundation

enum FreePort {
    /// A port of the loopback interface that nobody listens on at the moment.
    static func find() throws -> UInt16 {
        let listener = try Listener()
        defer { close(listener.descriptor) }
        return listener.port
    }
}

/// A socket that listens on a free port of the loopback interface.
struct Listener {
    let descriptor: Int32
    let port: UInt16

    init() throws {
        let descriptor = socket(AF_INET, streamType, 0)
        var address = loopback(port: 0)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        guard isBound, listen(descriptor, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
        var bound = sockaddr_in()
        var size = length
        _ = withUnsafeMutablePointer(to: &bound) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        self.descriptor = descriptor
        port = UInt16(bigEndian: bound.sin_port)
    }
}

#if canImport(Glibc)
let streamType = Int32(SOCK_STREAM.rawValue)
#else
let streamType = SOCK_STREAM
#endif

func loopback(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    return address
}
#endif
