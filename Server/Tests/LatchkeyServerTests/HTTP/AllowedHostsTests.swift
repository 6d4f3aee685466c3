import HTTPTypes
import Testing

@testable import LatchkeyServer

@Suite struct AllowedHostsTests {
    @Test(arguments: [
        ("localhost", 200), ("LOCALHOST:8080", 200), ("127.0.0.1", 200), ("[::1]:8080", 200), ("::1", 400),
        ("lock.example", 400), ("lock.example:8080", 400), ("127.0.0.1.lock.example", 400), ("127.0.0.2", 400),
        ("localhost.lock.example", 400), ("", 400),
    ])
    func inDevelopmentARequestForAnotherHostIsRejected(_ host: String, _ status: Int) async throws {
        try await TestServer.run(environment: ["LATCHKEY_DEV": "1"]) { server in
            let response = try await server.client.execute(.get, "/health/live", host: host)
            #expect(response.status == status)
        }
    }

    @Test func anyHostIsAllowedOutsideDevelopment() async throws {
        try await TestServer.run { server in
            let response = try await server.client.execute(.get, "/health/live", host: "lock.example")
            #expect(response.status == 200)
        }
    }
}
