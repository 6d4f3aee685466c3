import Foundation
import LatchkeyCore
import Testing

/// A TCP server on 127.0.0.1 with a scripted handler for each connection.
final class LoopbackServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let state = LockedValue(State())

    private struct State {
        var received: [String] = []
        var connections = 0
    }

    /// The received requests as text.
    var received: [String] { state.withLock { $0.received } }
    /// The number of accepted connections.
    var connections: Int { state.withLock { $0.connections } }
    var url: URL { get throws { try #require(URL(string: "http://127.0.0.1:\(port)")) } }

    /// Starts listening. Calls `respond` on a separate thread for each connection, and closes the connection when it
    /// returns.
    init(_ respond: @escaping @Sendable (Connection) -> Void) throws {
        listener = try Self.listen()
        port = try Self.port(of: listener)
        Thread.detachNewThread { [self] in
            while case let socket = accept(listener, nil, nil), socket >= 0 {
                state.withLock { $0.connections += 1 }
                Thread.detachNewThread { [self] in
                    respond(Connection(socket: socket) { text in self.state.withLock { $0.received.append(text) } })
                    close(socket)
                }
            }
            close(listener)
        }
    }

    /// Stops listening, so that new connections are rejected.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Returns a port without a listener.
    static func closedPort() throws -> UInt16 {
        let listener = try listen()
        defer { close(listener) }
        return try port(of: listener)
    }

    private static func listen() throws -> Int32 {
        let listener = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0, Foundation.listen(listener, 16) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return listener
    }

    private static func port(of listener: Int32) throws -> UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let found = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
        }
        guard found == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// An accepted connection.
struct Connection {
    let socket: Int32
    let record: (String) -> Void

    /// Reads and records a request with its body. Returns nil if the peer has closed the connection.
    @discardableResult func readRequest() -> String? {
        var text = ""
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isWhole(text) {
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            text += String(decoding: buffer.prefix(count), as: UTF8.self)
        }
        record(text)
        return text
    }

    /// Sends the text. Returns false if the peer has closed the connection.
    @discardableResult func write(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        // Prevents SIGPIPE on a connection closed by the client.
        return send(socket, bytes, bytes.count, sendWithoutSignal) == bytes.count
    }

    /// Waits until the peer closes the connection.
    func waitForClose() { while readRequest() != nil {} }

    private func isWhole(_ text: String) -> Bool {
        guard let end = text.range(of: "\r\n\r\n") else { return false }
        let length = text[..<end.lowerBound].split(separator: "\r\n").first {
            $0.lowercased().hasPrefix("content-length:")
        }
        .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
        return text[end.upperBound...].utf8.count >= length ?? 0
    }
}
