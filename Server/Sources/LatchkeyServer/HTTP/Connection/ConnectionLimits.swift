import Foundation
import NIOCore

#if canImport(Glibc)
import Glibc

private var descriptorLimit: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
#else
import Darwin

private var descriptorLimit: Int32 { RLIMIT_NOFILE }
#endif

/// How long a connection may last, and how many there may be.
struct ConnectionLimits: Sendable {
    /// The bytes of a request's body; a larger one is refused (V9).
    static let maximumBodySize = 4096
    /// Of a body with a token of the provider's, which may have 16 KiB by itself.
    static let maximumTokenBodySize = 20_480

    /// Of a body with what an authenticator says of a passkey: an identifier may have 1023 bytes, an RSA key 270.
    static let maximumPasskeyBodySize = 8192

    /// The time between two requests, in which a connection costs a descriptor.
    var idle: TimeAmount = .seconds(60)
    /// The time from the first byte of a request to its last. Its head has at most 80 KiB, its body 4.
    var request: TimeAmount = .seconds(10)
    /// The time in which the client can read the last response and close the connection. The response could be lost if
    /// the server closed at once, with bytes of the client unread
    /// (https://www.rfc-editor.org/rfc/rfc9112#section-9.6).
    var lingering: TimeAmount = .seconds(2)
    /// The connections that are open at once; more wait in the backlog.
    var connections: Int = Self.affordableConnections

    /// The descriptors for the database, mail servers and files.
    private static let otherDescriptors = 256
    /// A connection takes about 30 KiB, and 126 with an unfinished head of 57 KiB: at most half of the `MemoryMax` in
    /// `deploy/systemd/latchkey-server.service`.
    private static let maximumConnections = 4096

    /// As many connections as the limit of descriptors of the process allows.
    static var affordableConnections: Int {
        var limit = rlimit()
        guard getrlimit(descriptorLimit, &limit) == 0 else { return maximumConnections }
        let descriptors = Int(clamping: limit.rlim_cur)
        return max(descriptors / 4, min(descriptors - otherDescriptors, maximumConnections))
    }
}
