import Foundation

enum FreePort {
    /// Below the ephemeral range (on Linux from 32768), so that no other program gets the port by chance.
    private static let ports: Range<UInt16> = 10_000..<32_768

    /// Returns a free port of the loopback interface.
    static func find() throws -> UInt16 {
        for _ in 0..<100 {
            guard let listener = try? Listener(port: .random(in: ports)) else { continue }
            close(listener.descriptor)
            return listener.port
        }
        throw POSIXError(.EADDRINUSE)
    }
}

/// A socket listening on a loopback port; on any free port without one.
struct Listener {
    let descriptor: Int32
    let port: UInt16

    init(port: UInt16 = 0) throws {
        let descriptor = socket(AF_INET, streamType, 0)
        var address = loopback(port: port)
        let length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) == 0 }
        }
        guard isBound, listen(descriptor, 64) == 0 else {
            close(descriptor)
            throw POSIXError(.EADDRINUSE)
        }
        var bound = sockaddr_in()
        var size = length
        _ = withUnsafeMutablePointer(to: &bound) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
        }
        self.descriptor = descriptor
        self.port = UInt16(bigEndian: bound.sin_port)
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
