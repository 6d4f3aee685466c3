internal import Foundation
internal import LatchkeyCore
internal import TerminalKit

/// A server for this machine's browsers on 127.0.0.1, at a port that the system chooses (RFC 8252, 7.3). Each
/// connection has one request and its own thread, since browsers open some that they never use.
final class LoopbackListener: Sendable {
    /// A `GET` request.
    struct Request: Sendable {
        /// The path and the query.
        let target: String
        /// The values of its cookies, by name.
        let cookies: [String: String]
    }

    /// A response.
    struct Response: Sendable {
        /// The status with its reason: `200 OK`.
        let status: String
        var body = ""
        /// The headers.
        var headers: [(name: String, value: String)] = []
    }

    private static let maximumConnections = 16
    private static let maximumHeadSize = 16_384
    /// The timeout for receiving a request, and for sending the response.
    private static let connectionSeconds = 10

    let port: UInt16
    private let socket: Int32
    private let wakeUp: WakeUp
    /// The number of current connections of this user (true) and of others.
    private let connections = LockedValue<[Bool: Int]>([:])
    private let respond: @Sendable (Request) -> Response

    /// Listens until ``stop()``. Rejects connections of other users, if the system reports the owner.
    ///
    /// - Parameter respond: Called on a separate thread.
    init(respond: @escaping @Sendable (Request) -> Response) throws(ProviderSignInError) {
        do { wakeUp = try WakeUp() } catch { throw .noPort(errno) }
        (socket, port) = try Self.listen()
        self.respond = respond
        let (socket, wakeUp) = (socket, wakeUp)
        let thread = Thread { [weak self] in
            while Self.waitForConnection(socket, wakeUp) {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { continue }
                if self?.serve(connection) != true { close(connection) }
            }
            close(socket)
        }
        thread.name = "latchkey.loopback"
        thread.start()
    }

    deinit { stop() }

    /// Rejects connections from now on.
    func stop() { wakeUp.signal() }

    private static func listen() throws(ProviderSignInError) -> (socket: Int32, port: UInt16) {
        let listener = Foundation.socket(AF_INET, LoopbackSocket.stream, 0)
        guard listener >= 0 else { throw .noPort(errno) }
        // The browser that is started next must not inherit it.
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isOpen = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(listener, address, size) == 0 && Foundation.listen(listener, 16) == 0
                    && getsockname(listener, address, &size) == 0
            }
        }
        guard isOpen else {
            let code = errno
            close(listener)
            throw .noPort(code)
        }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Waits for a connection. Returns false if the listener was stopped.
    private static func waitForConnection(_ socket: Int32, _ wakeUp: WakeUp) -> Bool {
        while true {
            var entries = [
                pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { return false }
            if entries[0].revents != 0 { return false }
            if entries[1].revents != 0 { return true }
        }
    }

    /// Serves the connection. Returns false if there are too many.
    private func serve(_ connection: Int32) -> Bool {
        // Checked while the client waits: the system forgets the owner of a closed connection. Connections of other
        // users do not reduce this user's limit.
        let isOwn = LoopbackSocket.isOwn(connection)
        let isFree = connections.withLock { counts in
            guard counts[isOwn, default: 0] < Self.maximumConnections else { return false }
            counts[isOwn, default: 0] += 1
            return true
        }
        guard isFree else { return false }
        let thread = Thread { [self] in
            LoopbackSocket.prepare(connection, seconds: Self.connectionSeconds)
            if let request = Self.request(from: connection) {
                Self.send(isOwn ? respond(request) : Response(status: "403 Forbidden"), to: connection)
            }
            close(connection)
            connections.withLock { $0[isOwn, default: 0] -= 1 }
        }
        thread.name = "latchkey.loopback.connection"
        thread.start()
        return true
    }

    /// Returns a complete `GET`, or nil.
    private static func request(from connection: Int32) -> Request? {
        let deadline = ContinuousClock.now + .seconds(connectionSeconds)
        var head: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while head.count <= maximumHeadSize, ContinuousClock.now < deadline {
            if let text = String(bytes: head, encoding: .utf8), let end = text.firstRange(of: "\r\n\r\n") {
                let lines = text[..<end.lowerBound].split(separator: "\r\n")
                let words = lines.first?.split(separator: " ") ?? []
                guard words.count == 3, words[0] == "GET", words[2].hasPrefix("HTTP/1.") else { return nil }
                return Request(target: String(words[1]), cookies: cookies(in: lines.dropFirst()))
            }
            let count = recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            head += bytes.prefix(count)
        }
        return nil
    }

    private static func cookies(in headers: some Sequence<Substring>) -> [String: String] {
        var cookies: [String: String] = [:]
        for header in headers where header.lowercased().hasPrefix("cookie:") {
            for pair in header.dropFirst("cookie:".count).split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2 else { continue }
                cookies[parts[0].trimmingCharacters(in: .whitespaces)] = parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return cookies
    }

    private static func send(_ response: Response, to connection: Int32) {
        let text = """
            HTTP/1.1 \(response.status)\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(response.body.utf8.count)\r
            Cache-Control: no-store\r
            Content-Security-Policy: default-src 'none'; frame-ancestors 'none'\r
            Referrer-Policy: no-referrer\r
            X-Content-Type-Options: nosniff\r
            \(response.headers.map { "\($0.name): \($0.value)\r\n" }.joined())\
            Connection: close\r
            \r
            \(response.body)
            """
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Foundation.send(connection, $0.baseAddress, $0.count, LoopbackSocket.flags)
            }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
        // Unread data from the browser would reset the connection before the page is read.
        shutdown(connection, Int32(SHUT_WR))
        var bytes = [UInt8](repeating: 0, count: 4096)
        while recv(connection, &bytes, bytes.count, 0) > 0 {}
    }
}
