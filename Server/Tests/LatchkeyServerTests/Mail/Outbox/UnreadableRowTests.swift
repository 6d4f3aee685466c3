import Foundation
import LatchkeyAPI
import Logging
import Testing

@testable import LatchkeyServer

/// Damaged rows and rows of a newer server, which must not block others and stay unchanged.
@Suite struct UnreadableRowTests {
    /// The ID of no email; in SQLite not an ID.
    private static let otherID = TestStore.current == .sqlite ? "'other'" : "'\(StoreContract.rowID("other"))'"
    private let transport = FailingTransport()

    private func run(
        environment: [String: String] = [:], _ body: @escaping @Sendable (TestServer, EmailWorker) async throws -> Void
    ) async throws {
        try await TestServer.run(environment: environment) { [transport] server in
            try await body(server, ServerParts(server.dependencies, transport: transport).emailWorker)
        }
    }

    private func ask(_ server: TestServer, _ email: String) async throws {
        _ = try await server.post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
    }

    /// Expects that other emails are sent, and the rows stay and are counted once.
    private func expectQuarantined(
        _ table: UnreadableRows.Table, _ server: TestServer, _ worker: EmailWorker, rows sql: String
    ) async throws {
        let before = try await server.database.rows(sql)
        #expect(before.count == 1)
        for number in 1...3 {
            try await ask(server, "u\(number)@example.com")
            try await worker.drain()
            server.clock.advance(by: .minutes(1))
        }
        #expect(transport.sent.map(\.recipient) == (1...3).map { "u\($0)@example.com" })
        #expect(try await server.database.rows(sql) == before)
        let page = await server.metrics(worker.renderer.unreadable)
        #expect(page.contains("latchkey_unreadable_rows_total{table=\"\(table.rawValue)\"} 1\n"), "\(page)")
    }

    @Test(
        "V15 an unreadable request stays and blocks no other",
        arguments: ["'invite'", "''", "'SIGN_IN'"])
    func anUnreadableRequestStaysAndBlocksNoOther(_ purpose: String) async throws {
        try await run { server, worker in
            try await ask(server, "ann@example.com")
            try await server.database.damage("mail_requests.purpose", to: purpose)
            try await expectQuarantined(
                .emailRequests, server, worker, rows: "SELECT * FROM mail_requests WHERE email = 'ann@example.com'")
        }
    }

    @Test(
        "V15 an unreadable queued email stays and blocks no other",
        arguments: [
            ("purpose", "'invite'"), ("sealed_message", "'damaged'"), ("sealed_message", "''"), ("id", otherID),
        ])
    func anUnreadableQueuedEmailStaysAndBlocksNoOther(_ column: String, _ value: String) async throws {
        try await run { server, worker in
            try await ask(server, "ann@example.com")
            try await worker.makeAll()
            try await server.database.damage("outbox.\(column)", to: value)
            try await expectQuarantined(
                .outbox, server, worker, rows: "SELECT * FROM outbox WHERE recipient = 'ann@example.com'")
        }
    }

    @Test("V15 unknown notice is quarantined and blocks no other")
    func unknownNoticeIsQuarantinedAndBlocksNoOther() async throws {
        try await run { server, worker in
            try await server.dependencies.store.write { [now = server.clock.now] transaction in
                try transaction.notices.save(StoreContract.notice("a", .signedIn, due: now))
            }
            try await server.database.execute("UPDATE notices SET kind = 'moved_house'")
            try await expectQuarantined(.notices, server, worker, rows: "SELECT * FROM notices")
        }
    }

    @Test("V15 requests of an unreadable account stay and block no other")
    func requestsOfAnUnreadableAccountStayAndBlockNoOther() async throws {
        try await run { server, worker in
            _ = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
            try await server.database.execute("UPDATE users SET mail_trouble = 'unknown'")
            try await ask(server, "ann@example.com")
            try await expectQuarantined(
                .emailRequests, server, worker,
                rows: "SELECT * FROM mail_requests WHERE NOT is_made AND email = 'ann@example.com'")
        }
    }

    @Test func emailSealedWithNewerKeyWaitsForNewerServer() async throws {
        let newer = "k2:\(Data(repeating: 2, count: 32).base64EncodedString()),k1:\(TestKeys.text)"
        try await run(environment: ["LATCHKEY_SECRET_KEYS": "k1:\(TestKeys.text)"]) { server, worker in
            try await TestServer.run(environment: ["LATCHKEY_SECRET_KEYS": newer], sharing: server) { other in
                try await ask(other, "ann@example.com")
                try await ServerParts(other.dependencies, transport: transport).emailWorker.makeAll()
                try await worker.drain()
                #expect(transport.attempts.isEmpty)
                try await ServerParts(other.dependencies, transport: transport).emailWorker.drain()
                #expect(transport.sent.map(\.recipient) == ["ann@example.com"])
            }
        }
    }

    @Test("V15 unreadable events are skipped in the activity")
    func unreadableEventsAreSkippedInTheActivity() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            for _ in 0..<2 { try await server.fail(1, session) }
            try await server.database.execute("UPDATE activity SET kind = 'moved_house' WHERE kind = 'passcode_failed'")
            func page(_ query: String) async throws -> ActivityPage {
                try await server.get("/api/auth/activity?\(query)", bearer: session.accessToken).decode()
            }
            #expect(try await page("").events.map(\.kind) == [.passcodeSet, .signedIn])
            var kinds: [ActivityKind] = []
            var next: String?
            for _ in 0..<4 {
                let found = try await page("limit=1" + (next.map { "&before=\($0)" } ?? ""))
                kinds += found.events.map(\.kind)
                next = found.next
            }
            #expect(kinds == [.passcodeSet, .signedIn] && next == nil)
        }
    }

    @Test("V15 an email of an unreadable account is sent once", arguments: [true, false])
    func anEmailOfAnUnreadableAccountIsSentOnce(_ isTaken: Bool) async throws {
        try await run { [transport] server, worker in
            _ = try await server.signIn()
            try await worker.makeAll()
            try await server.database.execute("UPDATE users SET mail_trouble = 'unknown'")
            if !isTaken { transport.reject("ann@example.com", .rejected(code: 550, address: true)) }
            for _ in 0..<3 {
                try await worker.drain()
                server.clock.advance(by: .minutes(1))
            }
            #expect(transport.attempts == ["ann@example.com"])
        }
    }

    @Test("V10 V15 a quarantined row is logged once by its key")
    func aQuarantinedRowIsLoggedOnceByItsKey() {
        let lines = Shared<[String]>([])
        let rows = UnreadableRows(
            logger: Logger(label: "test") { _ in RecordingLogHandler(lines: lines) })
        let stored = [StoredRow<Int>(key: "61", value: nil), StoredRow(key: "62", value: 1)]
        for _ in 0..<3 { #expect(rows.readable(stored, in: .outbox).map(\.key) == ["62"]) }
        let reason = "damaged, or from a newer version; check the disk, or upgrade"
        #expect(lines.value == ["error row quarantined: \(reason) row=61 table=outbox"])
        rows.quarantine("61", in: .notices)
        #expect(lines.value.count == 2)
    }

    @Test func aRowIsQuarantinedOnceUpToTheMaximum() {
        let rows = UnreadableRows(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for _ in 0..<2 { rows.quarantine("a", in: .outbox) }
        #expect(rows.counter.family.text.contains("{table=\"outbox\"} 1\n"))
        #expect(rows.keys(in: .outbox) == ["a"] && rows.keys(in: .notices).isEmpty)
        for number in 1..<UnreadableRows.maximum { #expect(rows.quarantine("\(number)", in: .outbox)) }
        #expect(!rows.quarantine("b", in: .outbox) && rows.keys(in: .outbox).count == UnreadableRows.maximum)
    }
}
