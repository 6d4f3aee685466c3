import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

@Suite struct MetricsPageTests {
    private static let attempts = "latchkey_passcode_attempts_total"

    @Test func attemptsAndBlocksAreCountedWhenTheyAreSettled() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await server.fail(2, session)
            let open = try await server.verify(TestServer.passcode, session).session()
            #expect(try await value(server, Self.attempts, "result", "right") == 1)
            #expect(try await value(server, Self.attempts, "result", "wrong") == 2)
            try await server.leaveLastAttempt(open)
            server.clock.advance(by: AttemptPolicy.settleWithin)
            #expect(try await server.status(open) == 401)
            #expect(try await value(server, Self.attempts, "result", "expired") == 1)
            #expect(try await value(server, "latchkey_passcode_blocks_total", "scope", "session") == 1)
            #expect(try await value(server, "latchkey_passcode_blocks_total", "scope", "account") == 0)
        }
    }

    @Test func aBlockedAccountIsCountedOnce() async throws {
        try await TestServer.run { server in
            try await server.blockAccount()
            #expect(try await value(server, "latchkey_passcode_blocks_total", "scope", "account") == 1)
            #expect(try await value(server, Self.attempts, "result", "wrong") == 30)
        }
    }

    @Test func responsesAreCountedByStatusClass() async throws {
        try await TestServer.run { server in
            for path in ["/health/live", "/", "/api/auth/me", "/nothing"] { _ = try await server.get(path) }
            let name = "latchkey_http_responses_total"
            #expect(try await value(server, name, "class", "2xx") == 1)
            #expect(try await value(server, name, "class", "3xx") == 1)
            #expect(try await value(server, name, "class", "4xx") == 2)
            #expect(try await value(server, name, "class", "5xx") == 0)
        }
    }

    @Test func emailsAreCountedAsSentOrFailed() async throws {
        try await TestServer.run { server in
            let service = FailingTransport()
            let transport = CountedTransport(transport: service, metrics: server.dependencies.metrics)
            service.reject("ann@example.com")
            let rejected = try EmailServiceUnderTest.email()
            await #expect(throws: EmailTransportError.self) { try await transport.send(rejected) }
            for _ in 1...2 { try await transport.send(try EmailServiceUnderTest.email(to: "bob@example.com")) }
            #expect(try await value(server, "latchkey_mails_total", "result", "failed") == 1)
            #expect(try await value(server, "latchkey_mails_total", "result", "sent") == 2)
        }
    }

    @Test func sessionAndQueuedEmailCountsComeFromTheDatabase() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn()
            #expect(try await value(server, "latchkey_sessions") == 1)
            try await server.dependencies.store.write { try $0.outbox.insert(StoreContract.queuedEmail("m")) }
            #expect(try await value(server, "latchkey_mails_waiting") == 1)
            server.clock.advance(by: TeamRules().sessionLifetime)
            #expect(try await value(server, "latchkey_sessions") == 0)
        }
    }

    @Test func hashingMetricsReportPermitsAndQueueOfTheWorkers() async throws {
        try await TestServer.run(permits: 2, queue: 7) { server in
            let permit = try await server.dependencies.workers.permit()
            #expect(try await value(server, "latchkey_kdf_permits") == 2)
            #expect(try await value(server, "latchkey_kdf_permits_in_use") == 1)
            #expect(try await value(server, "latchkey_kdf_queue_length") == 0)
            #expect(try await value(server, "latchkey_kdf_shed_total") == 0)
            permit.release()
        }
    }

    @Test("V8 metrics work without the database and report it")
    func metricsWorkWithoutTheDatabaseAndReportIt() async throws {
        try await TestServer.run(store: FaultyStore()) { server in
            let text = await server.metrics()
            #expect(text.contains("\nlatchkey_database_up 0\n"))
            #expect(text.contains("\nlatchkey_kdf_permits 4\n"))
            #expect(!text.contains("latchkey_sessions"))
        }
    }

    @Test func metricNamesFollowPrometheusConventionsAndAreDocumented() async throws {
        try await TestServer.run { server in
            let text = await server.metrics()
            let repository = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            let guide = try String(contentsOf: repository.appending(path: "docs/operations.md"), encoding: .utf8)
            let types = text.matches(of: /# TYPE ([a-z_]+) ([a-z]+)/)
            #expect(types.count >= 12)
            for type in types {
                #expect(type.1.hasPrefix("latchkey_"))
                #expect(type.1.hasSuffix("_total") == (type.2 == "counter"), "\(type.1)")
                #expect(type.1.hasSuffix("_seconds") == (type.2 == "histogram"), "\(type.1)")
                #expect(guide.contains("`\(type.1)"), "\(type.1)")
            }
            for line in text.split(separator: "\n") where !line.hasPrefix("#") {
                #expect(line.wholeMatch(of: /[a-z_]+(\{[a-z]+="[A-Za-z0-9_.+]+"\})? [0-9.e-]+/) != nil, "\(line)")
            }
        }
    }

    private func value(
        _ server: TestServer, _ name: String, _ label: String? = nil, _ value: String = ""
    ) async throws -> Int? {
        let start = name + (label.map { "{\($0)=\"\(value)\"}" } ?? "") + " "
        let text = await server.metrics()
        return text.split(separator: "\n").first { $0.hasPrefix(start) }.flatMap { Int($0.dropFirst(start.count)) }
    }
}
