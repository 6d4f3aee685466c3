import Foundation
import LatchkeyAPI
import NIOCore
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct LoadTests {
        private static let narrow = ["LATCHKEY_KDF_PERMITS": "1", "LATCHKEY_KDF_QUEUE": "1"]

        @Test(
            "V9 ASVS-15.2.2 a full queue is 503 with Retry-After and spends nothing",
            .holdingHashes)
        func aFullQueueIs503WithRetryAfterAndSpendsNothing() async throws {
            try await ServerUnderTest.run(settings: Self.narrow, holdsHashes: true) { server in
                let owner = try await server.signInPageWithPasscode("owner@example.com")
                let emails = (0..<8).map { "user\($0)@example.com" }
                var cookies: [String] = []
                for email in emails { cookies.append(try await server.signInPageWithPasscode(email)) }
                let checked = cookies
                let tally = try await server.holdCheck {
                    try await server.verify(ServerUnderTest.passcode, cookie: owner)
                } _: { response in
                    // All requests wait when the server resumes with its only permit in use.
                    async let responses = Self.guessTogether(server, checked)
                    server.process.signal(SIGCONT)
                    #expect(try await response.value.status == 200)
                    return try await responses
                }
                let shed = tally.filter { $0.status == 503 }
                #expect(!shed.isEmpty)
                #expect(shed.allSatisfy { (1...3).contains($0.retryAfter ?? 0) })
                let failed = tally.filter { $0.problem == "incorrect-passcode" }
                #expect(failed.count + shed.count == emails.count)
                let probe = try server.data.probe()
                let spent = try emails.map { try probe.books(of: $0).accountFailures }
                #expect(spent == tally.map { $0.status == 403 ? 1 : 0 })
                for cookie in cookies {
                    #expect(try await server.verify(ServerUnderTest.passcode, cookie: cookie).status == 200)
                }
            }
        }

        @Test(
            "V9 disconnecting releases the permit without refunding the attempt", .holdingHashes)
        func disconnectingReleasesThePermitWithoutRefundingTheAttempt() async throws {
            // Without a queue, a permit that is not returned makes every later verification fail.
            let narrowest = ["LATCHKEY_KDF_PERMITS": "1", "LATCHKEY_KDF_QUEUE": "0"]
            try await ServerUnderTest.run(settings: narrowest, holdsHashes: true) { server in
                for email in ["ann@example.com", "bob@example.com", "cay@example.com"] {
                    let page = try await server.signInPageWithPasscode(email)
                    try await server.holdCheck {
                        try await server.verify(ServerUnderTest.wrongPasscode, cookie: page)
                    } _: { response in
                        response.cancel()
                        await #expect(throws: (any Error).self) { try await response.value }
                        server.process.signal(SIGCONT)
                    }
                    let probe = try server.data.probe()
                    try await waitUntil("settling of the attempt") { try probe.reservations() == 0 }
                    #expect(try probe.books(of: email).accountFailures == 1)
                    #expect(try await server.verify(ServerUnderTest.passcode, cookie: page).status == 200)
                }
            }
        }

        @Test("V9 bodies over 4 KiB are rejected and spend nothing", .onOneStore)
        func bodiesOver4KiBAreRejectedAndSpendNothing() async throws {
            try await ServerUnderTest.run { server in
                let page = try await server.signInPageWithPasscode()
                func body(_ size: Int) -> String {
                    let start = #"{"passcode":"\#(ServerUnderTest.wrongPasscode)","x":""#
                    return start + String(repeating: "x", count: size - start.utf8.count - 2) + #""}"#
                }
                let over = try await server.post("/api/auth/verify-passcode", body(4097), cookie: page)
                #expect(over.problem == "payload-too-large")
                let chunks = AsyncStream<ByteBuffer> { continuation in
                    for _ in 0..<5 { continuation.yield(ByteBuffer(string: body(1024))) }
                    continuation.finish()
                }
                let chunked = try await server.send(
                    "POST", "/api/auth/verify-passcode", slowly: chunks, length: nil, cookie: page)
                #expect(chunked.problem == "payload-too-large")
                #expect(try server.data.probe().books(of: "ann@example.com").accountFailures == 0)
                let at = try await server.post("/api/auth/verify-passcode", body(4096), cookie: page)
                #expect(at.problem == "incorrect-passcode")
            }
        }

        @Test("V9 a slow body delays no other client", .onOneStore)
        func aSlowBodyDelaysNoOtherClient() async throws {
            try await ServerUnderTest.run(settings: Self.narrow) { server in
                let page = try await server.signInPageWithPasscode()
                let json = #"{"passcode":"\#(ServerUnderTest.passcode)"}"#
                let (parts, rest) = AsyncStream.makeStream(of: ByteBuffer.self)
                rest.yield(ByteBuffer(string: String(json.prefix(10))))
                async let slow = server.send(
                    "POST", "/api/auth/verify-passcode", slowly: parts, length: Int64(json.utf8.count), cookie: page)
                for _ in 0..<3 {
                    let response = try await server.verify(ServerUnderTest.passcode, cookie: page)
                    #expect(response.status == 200)
                }
                rest.yield(ByteBuffer(string: String(json.dropFirst(10))))
                rest.finish()
                #expect(try await slow.status == 200)
            }
        }

        private static func guessTogether(_ server: ServerUnderTest, _ cookies: [String]) async throws -> [TestResponse]
        {
            try await withThrowingTaskGroup(of: (Int, TestResponse).self) { group in
                for (index, cookie) in cookies.enumerated() {
                    group.addTask {
                        (index, try await server.verify(ServerUnderTest.wrongPasscode, cookie: cookie))
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
            }
        }
    }
}
