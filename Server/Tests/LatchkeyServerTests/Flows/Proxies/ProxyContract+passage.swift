import Crypto
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import LatchkeyServer

/// Forwarding between client and application.
extension ProxyContract {
    /// The application is Hypercorn, which upgrades a connection to HTTP/2 on request.
    func upgrades() async throws {
        try await ProxyUnderTest.run(proxy, kind: .upgrading) { scene in
            let session = try await scene.site.signInPage()
            let cookie = "Cookie: \(SessionCookie.name)=\(session)"
            for upgrade in [
                "Upgrade: h2c", "Upgrade: H2C", "Upgrade: websocket, h2c", "Upgrade: h2c, websocket",
                "Upgrade: h2c\r\nUpgrade: websocket", "Upgrade: websocket\r\nUpgrade: h2c", "Upgrade: TLS/1.0",
            ] {
                let responses = try await RawConnection.with(port: scene.site.portNumber) { connection in
                    try await connection.send(scene.text("GET", "/first", Self.h2c(upgrade) + [cookie]))
                    try await waitUntil("response to \(upgrade)") { await connection.received.contains("\r\n\r\n") }
                    let before = await connection.received
                    try await connection.send(Self.http2(path: "/hidden"))
                    try await waitUntil("response to HTTP/2 after \(upgrade)") {
                        await connection.isClosed ? true : await connection.received.count > before.count
                    }
                    return await connection.received
                }
                #expect(!responses.hasPrefix("HTTP/1.1 101"), "\(upgrade)")
            }
            let webSocket = Self.webSocket + [cookie]
            let accepted = try await scene.sendRaw([(scene.text("GET", "/socket", webSocket), "\r\n\r\n")])
            #expect(accepted.hasPrefix("HTTP/1.1 101") && accepted.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
            let heard = try scene.application.heard
            #expect(!heard.contains { $0.path == "/hidden" })
            for request in heard {
                #expect(request.values("http2-settings") == [])
                #expect(request.values("upgrade").allSatisfy { $0.lowercased() == "websocket" }, "\(request.headers)")
            }
            try await expectNothingAfterSignOut(scene, session)
        }
    }

    private func expectNothingAfterSignOut(_ scene: ProxyUnderTest, _ session: String) async throws {
        let cookie = "Cookie: \(SessionCookie.name)=\(session)"
        try await RawConnection.with(port: scene.site.portNumber) { connection in
            try await connection.send(scene.text("GET", "/last", Self.h2c("Upgrade: h2c") + [cookie]))
            try await connection.expect("\"digest\"")
            let before = try scene.application.heard.count
            #expect(try await scene.site.post("/api/auth/logout", cookie: session).status == 204)
            for headers in [Self.h2c("Upgrade: h2c"), Self.webSocket, []] {
                let response = try await scene.sendRaw([
                    (scene.text("GET", "/after", headers + [cookie]), "unauthenticated\"")
                ])
                #expect(response.hasPrefix("HTTP/1.1 401"))
            }
            try await connection.send(scene.text("GET", "/after", [cookie]))
            try await waitUntil("response after sign-out") {
                await connection.isClosed ? true : await connection.received.contains("unauthenticated\"")
            }
            #expect(try scene.application.heard.count == before)
        }
    }

    private static func h2c(_ upgrade: String) -> [String] {
        [upgrade, "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"]
    }

    private static let webSocket = [
        "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-Fetch-Mode: websocket",
    ]

    /// The start of an HTTP/2 connection (RFC 9113, 3.4) and a request whose lengths are below 128.
    private static func http2(path: String) -> String {
        func text(_ number: Int) -> String { String(UnicodeScalar(UInt8(number))) }
        func frame(_ type: Int, flags: Int, stream: Int, _ payload: String = "") -> String {
            ([0, 0, payload.utf8.count, type, flags, 0, 0, 0, stream].map(text) + [payload]).joined()
        }
        let fields = [
            (":method", "GET"), (":scheme", "http"), (":path", path), (":authority", "x"), ("x-latchkey-user-id", "1"),
        ]
        let head = fields.map { text(0) + text($0.utf8.count) + $0 + text($1.utf8.count) + $1 }.joined()
        return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(4, flags: 0, stream: 0) + frame(1, flags: 5, stream: 3, head)
    }

    func connect() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = "Cookie: \(SessionCookie.name)=\(try await scene.site.signInPage())"
            let own = "127.0.0.1:\(scene.site.port)"
            for target in [own, "127.0.0.1:\(scene.application.port)", "/page"] {
                try await RawConnection.with(port: scene.site.portNumber) { connection in
                    let hidden = scene.text("GET", "/hidden", ["X-Latchkey-User-Id: 1"])
                    try await connection.send(scene.text("CONNECT", target, [cookie]))
                    try await connection.expect("HTTP/1.1 4")
                    try await connection.send(hidden)
                    try await waitUntil("response in the tunnel") {
                        await connection.isClosed
                            ? true : await connection.received.components(separatedBy: "HTTP/1.1 ").count > 2
                    }
                }
            }
            #expect(try await scene.sendRaw([(scene.text("GET", "/last", [cookie]), "\"digest\"")]).contains(" 200"))
            #expect(try scene.application.heard.map(\.path) == ["/last"])
        }
    }

    func trailers() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = "Cookie: \(SessionCookie.name)=\(try await scene.site.signInPage())"
            let trailer = "X-Latchkey-User-Id: 1\r\nX_Latchkey_Email: root@example.com\r\nCookie: a=b\r\n\r\n"
            for declared in [[], ["Trailer: X-Latchkey-User-Id, Cookie", "TE: trailers"]] {
                let head = scene.text("POST", "/data", declared + [cookie, "Transfer-Encoding: chunked"])
                for parts in [[head + "4\r\ndata\r\n0\r\n" + trailer], [head + "4\r\ndata\r\n", "0\r\n" + trailer]] {
                    try await RawConnection.with(port: scene.site.portNumber) { connection in
                        for part in parts { try await connection.send(part) }
                        try await connection.expect("HTTP/1.1 ")
                    }
                }
            }
            let whole = scene.text("POST", "/whole", [cookie, "Transfer-Encoding: chunked"]) + "4\r\ndata\r\n0\r\n\r\n"
            #expect(try await scene.sendRaw([(whole, "\"digest\"")]).hasPrefix("HTTP/1.1 200"))
            for request in try scene.application.heard {
                #expect(request.trailers == [], "\(request)")
            }
        }
    }

    func uploads() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = try await scene.site.signInPage()
            let part = ByteBuffer(repeating: UInt8(ascii: "a"), count: 1 << 20)
            let whole = Data(repeating: UInt8(ascii: "a"), count: 20 << 20)
            let digest = SHA256.hash(data: whole).map { String(format: "%02x", $0) }.joined()
            for length in [Int64(whole.count), nil] {
                let parts = AsyncStream { continuation in
                    for _ in 0..<20 { continuation.yield(part) }
                    continuation.finish()
                }
                let response = try await scene.site.send(
                    "POST", "/files", slowly: parts, length: length, cookie: cookie)
                #expect(response.status == 200, "\(response.text)")
                #expect(try scene.application.heard.last?.digest == digest, "\(length == nil ? "chunked" : "")")
            }
        }
    }

    func streams() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let session = try await scene.site.signInPage()
            let request = scene.text("GET", "/events", ["Cookie: \(SessionCookie.name)=\(session)"])
            try await RawConnection.with(port: scene.site.portNumber) { connection in
                try await connection.send(request)
                // The application continues only on request.
                for number in 1...3 {
                    try await connection.expect("data: \(number)")
                    #expect(try await scene.site.get("/next", cookie: session).status == 200)
                }
            }
        }
    }

    func introspection() async throws {
        let settings = ["LATCHKEY_INTROSPECTION_SECRET": "0123456789abcdef0123456789abcdef"]
        try await ProxyUnderTest.run(proxy, settings: settings) { scene in
            let direct = try await scene.server.post("/api/auth/introspect")
            #expect(direct.headers[.wwwAuthenticate]?.hasPrefix("Basic") == true)
            for path in [
                "/api/auth/introspect", "/api/auth/introspect?token=a", "/api/auth/introspect/",
                "/api/auth/%69ntrospect", "/api/auth//introspect", "//api/auth/introspect", "/api/auth/./introspect",
                "/x/../api/auth/introspect", "/api%2Fauth/introspect", "/API/auth/introspect",
            ] {
                let response = try await scene.sendRaw([
                    (scene.text("POST", path, ["Accept: application/json"], body: "token=a"), "\r\n\r\n")
                ])
                #expect(!response.lowercased().contains("www-authenticate: basic"), "\(path)")
                if path.hasPrefix("/api/auth/introspect") { #expect(response.hasPrefix("HTTP/1.1 404"), "\(path)") }
            }
        }
    }

    func longPaths() async throws {
        let long = "/" + String(repeating: "a", count: ReturnPath.maximumLength - 1)
        try await ProxyUnderTest.run(proxy) { scene in
            let open = try await scene.site.signInPageWithPasscode()
            #expect(try await scene.site.post("/api/auth/lock", cookie: open).status == 204)
            let locked = "Cookie: \(SessionCookie.name)=\(open)"
            for (path, next) in [("/x?q=C:\\temp&r=1", nil), (long, nil), (long + "a", "")] {
                let location = try await location(scene, path, [locked, "Sec-Fetch-Mode: navigate"])
                #expect(location == "/lock?next=" + (next ?? path))
            }
            let cookie = try #require(try await scene.site.verify(ServerUnderTest.passcode, cookie: open).cookie)
            for path in ["/x?q=C:\\temp&r=1", long] {
                let unlocked = ["Cookie: \(SessionCookie.name)=\(cookie)"]
                #expect(try await location(scene, "/lock?next=" + path, unlocked) == path)
            }
        }
    }

    private func location(_ scene: ProxyUnderTest, _ path: String, _ headers: [String]) async throws -> String? {
        let response = try await scene.sendRaw([(scene.text("GET", path, headers), "\r\n\r\n")])
        #expect(response.hasPrefix("HTTP/1.1 303"), "\(response.prefix(100))")
        let lines = response.components(separatedBy: "\r\n")
        return lines.first { $0.lowercased().hasPrefix("location: ") }.map { String($0.dropFirst(10)) }
    }
}
