import Testing

@testable import LatchkeyServer

/// Queued emails when the clock is set back, or another server's clock is ahead.
@Suite struct OutboxClockTests {
    private let transport = FailingTransport()

    private func ask(_ server: TestServer, _ email: String) async throws {
        _ = try await server.post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
    }

    @Test func clockSetBackTwoHoursDelaysNoQueuedEmail() async throws {
        try await TestServer.run { [transport] server in
            let worker = try await transport.failedWorker(on: server)
            transport.accept("ann@example.com")
            server.clock.advance(by: .hours(-2))
            try await worker.drain()
            #expect(transport.sent.count == 1)
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func emailRetriesContinueAfterClockIsSetBack30Minutes() async throws {
        try await TestServer.run { [transport] server in
            let worker = try await transport.failedWorker(on: server)
            server.clock.advance(by: .minutes(-30))
            for (attempt, pause) in [(2, 60), (3, 120)] {
                for _ in 1...2 {
                    try await worker.drain()
                    #expect(transport.attempts.count == attempt)
                }
                server.clock.advance(by: .seconds(pause) - .milliseconds(1))
                try await worker.drain()
                #expect(transport.attempts.count == attempt)
                server.clock.advance(by: .milliseconds(1))
            }
            try await worker.drain()
            #expect(transport.attempts.count == 4)
            transport.accept("ann@example.com")
            server.clock.advance(by: .seconds(240))
            try await worker.drain()
            #expect(transport.sent.count == 1)
        }
    }

    @Test(arguments: [60_000, 60_001])
    func emailLeasedByServerWithSlightlyFastClockIsSkipped(milliseconds: Int) async throws {
        try await TestServer.run { [transport] server in
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            try await ask(server, "ann@example.com")
            try await worker.makeAll()
            let ahead = server.clock.now + .milliseconds(milliseconds)
            let end = ahead + EmailSender.lease
            try await server.database.execute(
                "UPDATE outbox SET created_at = \(ahead.milliseconds), next_attempt_at = \(end.milliseconds)")
            try await worker.drain()
            #expect(transport.attempts.count == (milliseconds > 60_000 ? 1 : 0))
        }
    }
}
