import Foundation
import LatchkeyAPI
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

extension Flows {
    /// Passkeys with real processes.
    @Suite struct PasskeyFlowTests {
        private static let start = ServerUnderTest.Start(settings: ["LATCHKEY_PUBLIC_URL": "http://localhost"])

        @Test("V17 a passkey works at two servers, once per challenge")
        func aPasskeyWorksAtTwoServersOncePerChallenge() async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let passkey = TestPasskey(.es256, relyingPartyID: "localhost", origin: "http://localhost")
                try await ServerUnderTest.run(2, on: data, Self.start) { servers in
                    var cookie = try await servers[0].signInPageWithPasscode()
                    try await servers[0].add(passkey, cookie)
                    for counter in 1...3 {
                        #expect(try await servers[1].post("/api/auth/lock", cookie: cookie).status == 204)
                        cookie = try await Self.unlockOnce(by: passkey, UInt32(counter), at: servers, cookie)
                    }
                    await servers[0].process.kill9()
                    #expect(try await servers[1].user(cookie: cookie).hasPasskey)
                    let reset = try await data.run(["users", "require-reset", "ann@example.com"])
                    #expect(reset.status == 0)
                    try data.advanceClock(by: .seconds(60))
                    let locked = try await servers[1].signInPage()
                    #expect(try await !servers[1].user(cookie: locked).hasPasskey)
                    let options = try await servers[1].post("/api/auth/unlock/options", cookie: locked)
                    #expect(options.problem == "passcode-reset-required")
                }
            }
        }

        /// Sends twenty concurrent responses, and returns the cookie of the successful one.
        private static func unlockOnce(
            by passkey: TestPasskey, _ counter: UInt32, at servers: [ServerUnderTest], _ cookie: String
        ) async throws -> String {
            let challenge = try await servers[0].challenge("/api/auth/unlock", cookie)
            let body = try passkey.body(passkey.assert(challenge, counter: counter))
            let responses = try await withThrowingTaskGroup(of: TestResponse.self) { group in
                for index in 0..<20 {
                    group.addTask {
                        try await servers[index % servers.count].post("/api/auth/unlock", body, cookie: cookie)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(responses.count { $0.status == 200 } == 1)
            #expect(responses.count { $0.problem == "invalid-passkey" } == 19, "\(responses.map(\.status))")
            return try #require(responses.compactMap(\.cookie).first)
        }
    }
}

extension ServerUnderTest {
    fileprivate func challenge(_ path: String, _ cookie: String) async throws -> String {
        let response = try await post(path + "/options", cookie: cookie)
        return try JSONDecoder().decode(PasskeyOptions.self, from: response.body).publicKey.challenge
    }

    fileprivate func add(_ passkey: TestPasskey, _ cookie: String) async throws {
        let response = passkey.register(try await challenge("/api/auth/passkeys", cookie))
        #expect(try await post("/api/auth/passkeys", passkey.body(response), cookie: cookie).status == 201)
    }
}
