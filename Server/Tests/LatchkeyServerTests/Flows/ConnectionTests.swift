import Foundation
import Testing

@testable import LatchkeyServer

extension WaitingFlows {
    /// The server's handling of connections from any client. Counts sockets and descriptors, whose number varies with
    /// PostgreSQL.
    @Suite(.onOneStore) struct ConnectionTests {
        /// Development mode rejects foreign hosts in any case.
        private static let production = ["LATCHKEY_DEV": "0"]
        private static let live = "GET /health/live HTTP/1.1\r\nHost: a.test\r\n\r\n"
        private static let body = #"{"email":"ann@example.com"}"#

        private static func post(_ headers: String, length: Int = body.utf8.count) -> String {
            "POST /api/auth/magic-link HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(length)\r\n\(headers)\r\n"
        }

        private func with<Value: Sendable>(
            _ settings: [String: String] = production, wrapper: [String] = [],
            _ body: (ServerUnderTest) async throws -> Value
        ) async throws -> Value {
            try await ScratchFolder.with { scratch in
                let start = ServerUnderTest.Start(settings: settings, wrapper: wrapper)
                return try await ServerUnderTest.run(on: DataFolder(in: scratch), start, body)
            }
        }

        @Test func exactlyOneValidHostLineIsAccepted() async throws {
            try await with { server in
                for (host, status) in [
                    ("Host: a.test\r\n", 200), ("Host: [::1]:8080\r\n", 200), ("HOST: a.test:80\r\n", 200),
                    ("Host:\r\n", 200), ("", 400), ("Host: a.test\r\nHost: a.test\r\n", 400),
                    ("Host: a.test\r\nX: y\r\nhost: b.test\r\n", 400), ("Host: a.test, b.test\r\n", 400),
                    ("Host: a@b.test\r\n", 400), ("Host: a.test/x\r\n", 400), ("Host: a b\r\n", 400),
                    ("Host: a:b:c\r\n", 400), ("Host: ::1\r\n", 400), ("Host: %zz\r\n", 400),
                ] {
                    try await RawConnection.with(port: server.portNumber) { connection in
                        try await connection.send("GET /health/live HTTP/1.1\r\n\(host)\r\n")
                        let response = try await connection.expect("}")
                        #expect(response.hasPrefix("HTTP/1.1 \(status) "), "\(host)")
                        guard status == 400 else { return }
                        #expect(response.contains("application/problem+json"))
                        try await connection.expectEnd()
                    }
                }
            }
        }

        @Test("ASVS-4.2.1 data after a request with two hosts is ignored")
        func dataAfterARequestWithTwoHostsIsIgnored() async throws {
            try await with { server in
                try await RawConnection.with(port: server.portNumber) { connection in
                    let twice = "GET /health/live HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\n\r\n"
                    try await connection.send(Self.live + twice + Self.live)
                    try await connection.expectEnd()
                    let statuses = await connection.received.matches(of: /HTTP\/1.1 ([0-9]+)/).map { String($0.1) }
                    #expect(statuses == ["200", "400"])
                }
            }
        }

        @Test("ASVS-4.2.1 an ambiguous body length is rejected and ends the connection")
        func anAmbiguousBodyLengthIsRejectedAndEndsTheConnection() async throws {
            try await with { server in
                for fields in [
                    "Content-Length: 27\r\nTransfer-Encoding: chunked",
                    "Transfer-Encoding: chunked\r\nContent-Length: 5", "Content-Length: 27\r\nContent-Length: 28",
                    "Content-Length: 27\r\nContent-Length: 27", "Content-Length: +27", "Content-Length: -1",
                    "Content-Length: 27, 27", "Content-Length: 0x1b", "Transfer-Encoding: identity",
                    "Transfer-Encoding: chunked, identity", "Transfer-Encoding : chunked",
                    "Transfer-Encoding: xchunked",
                ] {
                    try await RawConnection.with(port: server.portNumber) { connection in
                        let body = fields.contains("chunked") ? "1b\r\n\(Self.body)\r\n0\r\n\r\n" : Self.body
                        try await connection.send(
                            Self.live + "POST /api/auth/magic-link HTTP/1.1\r\nHost: a.test\r\n"
                                + "Content-Type: application/json\r\n\(fields)\r\n\r\n\(body)" + Self.live)
                        try await connection.expectEnd()
                        let statuses = await connection.received.matches(of: /HTTP\/1.1 ([0-9]+)/)
                        #expect(statuses.map { String($0.1) } == ["200", "400"], "\(fields)")
                    }
                }
            }
        }

        /// Requests after whose response the connection closes.
        private static let closing = [
            "GET /health/live HTTP/1.0\r\n\r\n", "GET /health/live HTTP/1.0\r\nHost: a.test\r\n\r\n",
            "GET /health/live HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
            "GET /health/live HTTP/1.1\r\nHost: a.test\r\nConnection: Close\r\n\r\n",
            "GET /health/live HTTP/1.1\r\nHost: a.test\r\nConnection: x, close\r\n\r\n",
            // The response precedes the body, which is never read completely.
            "POST /health/live HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100000\r\n\r\n",
            "POST /api/auth/magic-link HTTP/1.1\r\nHost: a.test\r\nContent-Length: 100000\r\n\r\n",
            "neither HTTP nor anything else\r\n\r\n",
        ]

        @Test func connectionClosesAfterItsFinalResponse() async throws {
            try await with { server in
                let before = try server.sockets
                // Concurrently, because the server waits for each client to close its side.
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for request in Self.closing {
                        group.addTask { try await Self.expectClose(after: request, to: server, sockets: before) }
                    }
                    try await group.waitForAll()
                }
            }
        }

        /// Expects the close of a connection after the response, and of its socket, down to a number of sockets.
        private static func expectClose(after request: String, to server: ServerUnderTest, sockets: Int) async throws {
            try await RawConnection.with(port: server.portNumber) { connection in
                try await connection.send(request)
                let response = try await connection.expect("}")
                #expect(response.lowercased().contains("\r\nconnection: close\r\n"), "\(request)")
                try await connection.expectEnd()
                try await waitUntil("end of the server's side of \(request)") { try server.sockets <= sockets }
            }
        }

        @Test("ASVS-4.2.2 an open connection serves one request after another")
        func anOpenConnectionServesOneRequestAfterAnother() async throws {
            try await with { server in
                try await RawConnection.with(port: server.portNumber) { connection in
                    for count in 1...3 {
                        try await connection.send(Self.live)
                        try await waitUntil("\(count) responses") {
                            await connection.received.matches(of: /"status":"live"/).count == count
                        }
                    }
                    #expect(await !connection.received.lowercased().contains("connection: close"))
                }
            }
        }

        @Test func theServerSends100ContinueInTurnUnlessBodiesAreLarge() async throws {
            try await with { server in
                try await RawConnection.with(port: server.portNumber) { connection in
                    try await connection.send(Self.post("Expect: 100-Continue\r\n"))
                    try await connection.expect("HTTP/1.1 100 Continue\r\n\r\n")
                    try await connection.send(Self.body)
                    #expect(try await connection.expect("{}").contains("HTTP/1.1 202 "))
                    try await connection.send(Self.live + Self.post("Expect: 100-continue\r\n"))
                    try await connection.expect(#"{"status":"live"}HTTP/1.1 100 Continue"#)
                    try await connection.send(Self.body)
                    try await waitUntil("second response") {
                        await connection.received.matches(of: #/HTTP/1\.1 202 /#).count == 2
                    }
                }
                try await RawConnection.with(port: server.portNumber) { connection in
                    try await connection.send(Self.post("Expect: 100-continue\r\n", length: 5000))
                    let response = try await connection.expect("}")
                    #expect(response.hasPrefix("HTTP/1.1 413 "))
                    try await connection.expectEnd()
                }
            }
        }

        // A space makes some of these requests invalid, which also ends them.
        private static let begun = [
            "GET /health/live HTTP/1.1\r\nX: ", live + "GET /health/live HTTP/1.1\r\nX: ", "G", post(""),
            "POST /api/auth/magic-link HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n1000\r\n",
            // No call reads this body.
            "POST /api/auth/logout HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000\r\n\r\n",
        ]

        // Deadlines are tested by ConnectionTimeTests.
        @Test("V9 a slow request times out in any part")
        func aSlowRequestTimesOutInAnyPart() async throws {
            try await with { server in
                // Concurrently, because each waits for the deadline.
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for start in Self.begun {
                        group.addTask { try await Self.trickle(start, to: server) }
                    }
                    try await group.waitForAll()
                }
            }
        }

        /// Continues a request slowly until the server ends it.
        private static func trickle(_ start: String, to server: ServerUnderTest) async throws {
            try await RawConnection.with(port: server.portNumber) { connection in
                try await connection.send(start)
                try await waitUntil("end of \(start.debugDescription)", every: .seconds(1)) {
                    // Before the deadline, the request continues.
                    if await !connection.isClosed { try? await connection.send(" ") }
                    return await connection.isClosed
                }
            }
        }

        @Test("V9 connections are limited, and waiting ones are accepted later")
        func connectionsAreLimitedAndWaitingOnesAreAcceptedLater() async throws {
            try await with(wrapper: ["/usr/bin/prlimit", "--nofile=300"]) { server in
                // Occupies a quarter of the connections; one accept may take a few more.
                try await withConnections(90, to: server) { connections in
                    let (first, last) = (try #require(connections.first), try #require(connections.last))
                    try await last.send(Self.live)
                    try await first.send(Self.live)
                    try await first.expect("live")
                    #expect(try server.descriptors < 150)
                    #expect(await last.received.isEmpty)
                }
                // The earlier connections are closed.
                try await RawConnection.with(port: server.portNumber) { next in
                    try await next.send(Self.live)
                    try await next.expect("live")
                }
            }
        }

        private func withConnections(
            _ count: Int, to server: ServerUnderTest, opened: [RawConnection] = [],
            _ body: ([RawConnection]) async throws -> Void
        ) async throws {
            guard count > 0 else { return try await body(opened) }
            try await RawConnection.with(port: server.portNumber) { connection in
                try await withConnections(count - 1, to: server, opened: opened + [connection], body)
            }
        }
    }
}
