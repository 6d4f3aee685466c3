import Foundation
import NIOCore

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// How long, and how often, a connection may claim the server.
struct ConnectionLimits: Sendable {
    /// The bytes of a request's body; a larger one is refused (V9).
    static let maximumBodySize = 4096

    /// A connection on which nothing happens between two requests costs a descriptor.
    var idle: TimeAmount = .seconds(60)
    /// From the first byte of a request to its last. Its head has at most 80 KiB, its body 4.
    var request: TimeAmount = .seconds(10)
    /// For the client to read the last answer of a connection and to close it: closing at once, with bytes of the client
    /// unread, could take the answer from it (https://www.rfc-editor.org/rfc/rfc9112#section-9.6).
    var lingering: TimeAmount = .seconds(2)
    /// Open at once; more wait in the backlog.
    var connections: Int = Self.affordableConnections

    /// Descriptors for the database, mail servers and files.
    private static let otherDescriptors = 256
    /// Each holds some 30 KiB.
    private static let mostConnections = 8192

    /// As many as the descriptors that the process may have allow.
    static var affordableConnections: Int {
        var limit = rlimit()
        #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
        let resource = RLIMIT_NOFILE
        #endif
        guard getrlimit(resource, &limit) == 0 else { return mostConnections }
        let descriptors = Int(clamping: limit.rlim_cur)
        return max(descriptors / 4, min(descriptors - otherDescriptors, mostConnections))
    }
}
