import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    @Suite struct ActivityFlowTests {
        @Test("V13 activity is stored, at the latest when the server stops")
        func activityIsStoredAtTheLatestWhenTheServerStops() async throws {
            try await ServerUnderTest.run { server in
                let session = try await server.signInWithPasscode()
                let probe = try server.data.probe()
                func lastActivity() throws -> Timestamp? { try probe.lastActivity().max() }
                let start = try #require(try lastActivity())
                try server.data.advanceClock(by: .seconds(60))
                #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status == 204)
                try await waitUntil("activity in the database") {
                    try lastActivity().map { $0 - start >= .seconds(60) } ?? false
                }
                try server.data.advanceClock(by: .seconds(60))
                #expect(try await server.get("/api/auth/gate", bearer: session.accessToken).status == 204)
                server.process.signal(SIGTERM)
                #expect(try await server.process.exit().status == 0)
                #expect(try lastActivity().map { $0 - start >= .seconds(120) } == true)
            }
        }
    }
}
