import Crypto
import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import LatchkeyServer

/// Communication between proxy and gate, with a stand-in for the gate.
extension ProxyContract {
    private static let cookie = "\(SessionCookie.name)=204"

    func whatTheGateHears() async throws {
        // Headers that identify requests of a page's scripts.
        let made = [
            "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Site": "same-site", "Sec-Fetch-User": "?1",
            "Sec-Purpose": "prefetch",
        ]
        try await ProxyUnderTest.runWithStandIn(proxy) { scene, gate in
            let body = String(repeating: "0123456789", count: 30_000)
            let digest = SHA256.hash(data: Data(body.utf8)).map { String(format: "%02x", $0) }.joined()
            for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
                let hasBody = ["POST", "PUT", "PATCH"].contains(method)
                let response = try await scene.site.send(
                    method, Self.path, hasBody ? body : nil,
                    headers: made.merging([
                        "Cookie": Self.cookie, "Authorization": "Bearer own", "X-Forwarded-For": "203.0.113.9",
                        "Sec-WebSocket-Version": "13",
                    ]) { $1 })
                #expect(response.status == 200, "\(method)")
                let heard = try #require(try scene.application.heard.last)
                #expect(heard.method == method && heard.path == Self.path)
                #expect(!hasBody || (heard.length == body.utf8.count && heard.digest == digest), "\(method)")
            }
            let parts = AsyncStream { continuation in
                for part in ["one", "two"] { continuation.yield(ByteBuffer(string: part)) }
                continuation.finish()
            }
            let response = try await scene.site.send("POST", Self.path, slowly: parts, length: nil, cookie: "204")
            #expect(response.status == 200)
            #expect(try scene.application.heard.last?.length == 6)
            let heard = try gate.heard
            #expect(heard.count == 8)
            for request in heard.dropLast() {
                for (name, value) in made { #expect(request.values(name.lowercased()) == [value], "\(name)") }
                #expect(request.values("sec-websocket-version") == ["13"])
            }
            for request in heard {
                #expect(request.method == "GET" && request.path == "/api/auth/gate" && request.length == 0)
                #expect(request.values("cookie") == [Self.cookie] && request.values("authorization") == [])
                #expect(request.values("host") == ["127.0.0.1:\(scene.site.port)"])
                #expect(request.values("x-forwarded-for").last?.hasSuffix("127.0.0.1") == true)
                #expect(request.values("upgrade") == [] && request.values("transfer-encoding") == [])
            }
        }
    }

    func closed() async throws {
        try await ProxyUnderTest.runWithStandIn(proxy) { scene, gate in
            // The last two responses are not the gate's.
            for response in ["302", "404", "500", "502", "503", "200-bare", "204-bare"] {
                try await expectClosed(scene, response)
            }
            // A stopped gate accepts connections and does not respond.
            try await gate.process.stop()
            try await expectClosed(scene, "204")
        }
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = try await scene.site.signInPage()
            await scene.server.process.kill9()
            let response = try await scene.site.send(
                "GET", Self.path, cookie: cookie, headers: ["Sec-Fetch-Mode": "navigate"])
            #expect(response.status == 503)
            #expect(try scene.application.heard.isEmpty)
        }
    }

    private func expectClosed(_ scene: ProxyUnderTest, _ gate: String) async throws {
        for mode in ["navigate", "cors"] {
            let response = try await scene.site.send(
                "GET", Self.path, cookie: gate, headers: ["Sec-Fetch-Mode": mode])
            #expect(response.status == 503 && response.problem == "temporarily-unavailable", "\(gate) \(mode)")
            #expect(response.headers[.cacheControl] == "no-store", "\(gate) \(mode)")
        }
        #expect(try scene.application.heard.isEmpty, "\(gate)")
    }

    func oneConnection() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = "Cookie: \(SessionCookie.name)=\(try await scene.site.signInPage())"
            let hidden = scene.text("GET", "/hidden", [cookie])
            let responses = try await scene.sendRaw([
                (scene.text("GET", "/one", [cookie]), "\"digest\""),
                (scene.text("GET", "/two", []), "unauthenticated\""),
                // The second request is in the body of a rejected request.
                (scene.text("POST", "/three", [], body: hidden), "unauthenticated\""),
                (scene.text("POST", "/four", [cookie], body: "four"), "\"digest\""),
                (scene.text("GET", "/five", []), "unauthenticated\""),
            ])
            let statuses = responses.matches(of: #/HTTP/1\.1 ([0-9]+)/#).map { String($0.1) }
            #expect(statuses == ["200", "401", "401", "200", "401"])
            #expect(try scene.application.heard.map(\.path) == ["/one", "/four"])
        }
    }

    func activity() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = try await scene.site.signInPageWithPasscode()
            func send(_ mode: String, to destination: String = "empty") async throws -> Int {
                let headers = ["Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination]
                return try await scene.site.send("GET", Self.path, cookie: cookie, headers: headers).status
            }
            try scene.server.data.advanceClock(by: .minutes(13))
            #expect(try await send("navigate", to: "document") == 200)
            try scene.server.data.advanceClock(by: .minutes(13))
            for mode in ["cors", "no-cors", "same-origin"] {
                #expect(try await send(mode) == 200, "\(mode)")
            }
            #expect(try await send("navigate", to: "iframe") == 200)
            // Chromium sends one without Sec-Fetch-Mode.
            let socket = scene.text(
                "GET", "/socket",
                [
                    "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Cookie: \(SessionCookie.name)=\(cookie)",
                ])
            #expect(try await scene.sendRaw([(socket, "\r\n\r\n")]).hasPrefix("HTTP/1.1 101"))
            try scene.server.data.advanceClock(by: .minutes(2))
            #expect(try await send("cors") == 401)
        }
    }

    func webSockets() async throws {
        try await ProxyUnderTest.run(proxy) { scene in
            let cookie = "Cookie: \(SessionCookie.name)=\(try await scene.site.signInPage())"
            let upgrade = [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-Fetch-Mode: websocket",
            ]
            let rejected = try await scene.sendRaw([(scene.text("GET", "/socket", upgrade), "unauthenticated\"")])
            #expect(rejected.hasPrefix("HTTP/1.1 401") && !rejected.contains("Sec-WebSocket-Accept"))
            #expect(try scene.application.heard.isEmpty)
            // The head of a frame of four bytes of text (RFC 6455, 5.2).
            let frame = "\u{1}\u{4}open"
            let echoed = try await scene.sendRaw([
                (scene.text("GET", "/socket", upgrade + [cookie]), "\r\n\r\n"), (frame, frame),
            ])
            #expect(echoed.hasPrefix("HTTP/1.1 101"))
        }
    }
}
