import Foundation
import NIOCore

#if canImport(Glibc)
import Glibc

private var descriptorLimit: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
#else
import Darwin

private var descriptorLimit: Int32 { RLIMIT_NOFILE }
#endif

/// The limits of duration and number of connections.
struct ConnectionLimits: Sendable {
    /// Maximum size of a request's body in bytes; larger ones are rejected (V9).
    static let maximumBodySize = 4096
    /// Maximum size of a body with a provider's token, which may have 16 KiB.
    static let maximumTokenBodySize = 20_480

    /// Maximum size of a body with a passkey's response: an identifier may have 1023 bytes, an RSA key 270.
    static let maximumPasskeyBodySize = 8192

    /// Timeout between two requests, while the connection occupies a descriptor.
    var idle: TimeAmount = .seconds(60)
    /// Time from the first byte of a request to its last. A head has at most 80 KiB, a body 4.
    var request: TimeAmount = .seconds(10)
    /// Time for the client to read the last response and close the connection. The response could be lost if the server
    /// closed immediately with unread input (https://www.rfc-editor.org/rfc/rfc9112#section-9.6).
    var lingering: TimeAmount = .seconds(2)
    /// Maximum number of open connections; more wait in the backlog.
    var connections: Int = Self.affordableConnections

    /// Descriptors reserved for the database, mail servers and files.
    private static let otherDescriptors = 256
    /// A connection uses about 30 KiB, and 126 with an incomplete head of 57 KiB: at most half of `MemoryMax` in
    /// `deploy/systemd/latchkey-server.service`.
    private static let maximumConnections = 4096

    /// The number of connections that the process's limit of descriptors allows.
    static var affordableConnections: Int {
        var limit = rlimit()
        guard getrlimit(descriptorLimit, &limit) == 0 else { return maximumConnections }
        let descriptors = Int(clamping: limit.rlim_cur)
        return max(descriptors / 4, min(descriptors - otherDescriptors, maximumConnections))
    }
}
