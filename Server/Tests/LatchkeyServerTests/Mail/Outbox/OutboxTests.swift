import Foundation
import GRDB
import Testing

@testable import LatchkeyServer

@Suite struct OutboxTests {
    private let transport = FailingTransport()

    private func ask(_ server: TestServer, _ email: String) async throws {
        _ = try await server.post("/api/auth/magic-link", #"{"email":"\#(email)"}"#)
    }

    private func queued(_ server: TestServer) async throws -> QueuedEmail? {
        let later = server.clock.now + .minutes(9)
        return try await server.dependencies.store.read { try $0.outbox.nextDue(at: later) }
    }

    @Test func aFailedEmailIsRetriedAfter30SThenDoubled() async throws {
        try await TestServer.run { [transport] server in
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            transport.reject("bad@example.com")
            try await ask(server, "bad@example.com")
            try await ask(server, "good@example.com")
            try await worker.drain()
            #expect(transport.attempts == ["bad@example.com", "good@example.com"])
            #expect(transport.sent.map(\.recipient) == ["good@example.com"])
            var attempts = 2
            for delay in [30, 60, 120] {
                server.clock.advance(by: .seconds(delay) - .milliseconds(1))
                try await worker.drain()
                #expect(transport.attempts.count == attempts, "before \(delay) s")
                server.clock.advance(by: .milliseconds(1))
                try await worker.drain()
                attempts += 1
                #expect(transport.attempts.count == attempts, "after \(delay) s")
            }
            transport.accept("bad@example.com")
            server.clock.advance(by: .seconds(240))
            try await worker.drain()
            #expect(transport.sent.map(\.recipient) == ["good@example.com", "bad@example.com"])
            try await worker.drain()
            #expect(transport.sent.count == 2)
        }
    }

    @Test func aRejectedEmailIsRemovedAndDelaysNoOther() async throws {
        try await TestServer.run { [transport] server in
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            transport.reject("bad@example.com", .rejected(code: 550, address: true))
            try await ask(server, "bad@example.com")
            try await ask(server, "good@example.com")
            try await worker.drain()
            #expect(transport.sent.map(\.recipient) == ["good@example.com"])
            #expect(try await queued(server) == nil)
            server.clock.advance(by: .minutes(9))
            try await worker.drain()
            #expect(transport.attempts == ["bad@example.com", "good@example.com"])
        }
    }

    @Test("V15 an email of a damaged account delays no other")
    func anEmailOfADamagedAccountDelaysNoOther() async throws {
        try await TestServer.run { server in
            _ = try await server.signIn("ann@example.com")
            try await server.database.execute("UPDATE users SET mail_trouble = 'unknown'")
            try await ask(server, "ann@example.com")
            try await ask(server, "bob@example.com")
            #expect(try await server.takeEmails(to: "bob@example.com").count == 1)
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
        }
    }

    @Test func anEmailRequestedDuringADatabaseOutageIsRenderedLater() async throws {
        try await TestServer.run { server in
            let store = FaultyStore(server.dependencies.store)
            try await TestServer.run(sharing: server, store: store) { server in
                try await ask(server, "ann@example.com")
                store.failWrites()
                await #expect(throws: StoreError.self) { try await server.parts.emailWorker.drain() }
                store.recover()
                #expect(try await server.takeEmails(to: "ann@example.com").count == 1)
            }
        }
    }

    @Test func aServicesLongerRetryDelayOverridesTheBackoff() async throws {
        try await TestServer.run { [transport] server in
            let worker = try await transport.failedWorker(
                on: server, .deferred(code: 429, retryAfter: .seconds(90)))
            server.clock.advance(by: .seconds(90) - .milliseconds(1))
            try await worker.drain()
            #expect(transport.attempts.count == 1)
            transport.reject("ann@example.com", .deferred(code: 429, retryAfter: .seconds(1)))
            server.clock.advance(by: .milliseconds(1))
            try await worker.drain()
            #expect(transport.attempts.count == 2)
            server.clock.advance(by: .seconds(60) - .milliseconds(1))
            try await worker.drain()
            #expect(transport.attempts.count == 2, "not before its own back-off either")
            server.clock.advance(by: .milliseconds(1))
            try await worker.drain()
            #expect(transport.attempts.count == 3)
        }
    }

    @Test func aServicesRequestedDelayIsLimitedToAnHour() async throws {
        try await TestServer.run { [transport] server in
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            transport.reject("ann@example.com", .deferred(code: 429, retryAfter: .hours(2)))
            try await ask(server, "ann@example.com")
            try await worker.makeAll()
            #expect(try await worker.sender.sendNext())
            // An email with a longer delay would be sent immediately, as after a clock change.
            #expect(try await worker.sender.sendNext() == false)
        }
    }

    @Test func anEmailIsRetriedAfterTheOperatorFixesTheConfiguration() async throws {
        try await TestServer.run { [transport] server in
            let worker = try await transport.failedWorker(on: server, .misconfigured(reason: "injected"))
            transport.accept("ann@example.com")
            server.clock.advance(by: .seconds(30))
            try await worker.drain()
            #expect(transport.sent.count == 1)
        }
    }

    @Test func twoWorkersOnOneDatabaseSendEachEmailOnce() async throws {
        try await TestServer.run { [transport] server in
            try await TestServer.run(sharing: server) { other in
                let workers = [server, other].map { server in
                    ServerParts(server.dependencies, transport: transport).emailWorker
                }
                let all = (0..<20).map { "u\($0)@example.com" }
                for email in all { try await ask(server, email) }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for worker in workers + workers { group.addTask { try await worker.drain() } }
                    try await group.waitForAll()
                }
                #expect(transport.sent.map(\.recipient).sorted() == all.sorted())
                #expect(Set(transport.sent.map(\.id)).count == all.count)
            }
        }
    }

    @Test func anotherWorkerSendsAnEmailAfterItsLeaseExpires() async throws {
        try await TestServer.run { [transport] server in
            let worker = try await transport.failedWorker(on: server)
            server.clock.advance(by: .seconds(30))
            // A worker that reserved it, and died.
            let now = server.clock.now
            let taken = try await server.dependencies.store.write { transaction in
                let email = try #require(try transaction.outbox.nextDue(at: now))
                try transaction.outbox.hold(id: email.id, until: now + EmailSender.lease)
                return email
            }
            transport.accept("ann@example.com")
            server.clock.advance(by: EmailSender.lease - .milliseconds(1))
            try await worker.drain()
            #expect(transport.sent.isEmpty)
            server.clock.advance(by: .milliseconds(1))
            try await worker.drain()
            #expect(transport.sent.map(\.id) == [taken.id])
        }
    }

    @Test func emailLeaseOfKilledProcessExpiresWithin5Seconds() {
        #expect(EmailSender.lease + EmailWorkerService.interval < .seconds(5))
        #expect(EmailSender.lease >= EmailSender.renewal * 3, "two renewals may fail")
    }

    @Test("V5 a newer code replaces the queued email of its purpose")
    func aNewerCodeReplacesTheQueuedEmailOfItsPurpose() async throws {
        try await TestServer.run { [transport] server in
            _ = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            transport.reject("ann@example.com")
            try await ask(server, "ann@example.com")
            _ = try await server.post("/api/auth/reset-passcode-request", #"{"email":"ann@example.com"}"#)
            try await worker.drain()
            server.clock.advance(by: .seconds(20))
            try await ask(server, "ann@example.com")
            try await worker.drain()
            transport.accept("ann@example.com")
            server.clock.advance(by: .minutes(1))
            try await worker.drain()
            #expect(transport.sent.map(\.content.subject).sorted() == ["Reset your passcode", "Your sign-in link"])
            let code = try #require(transport.sent.first { $0.content.subject == "Your sign-in link" }?.code)
            let json = #"{"email":"ann@example.com","code":"\#(code)"}"#
            #expect(try await server.post("/api/auth/magic-link/verify", json).status == 200)
        }
    }

    @Test("V9 repeated requests keep the place in the queue")
    func repeatedRequestsKeepThePlaceInTheQueue() async throws {
        try await TestServer.run { [transport] server in
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            for email in ["ann@example.com", "bob@example.com", "ann@example.com", "cay@example.com"] {
                try await ask(server, email)
                try await worker.makeAll()
                server.clock.advance(by: .seconds(1))
            }
            try await worker.drain()
            #expect(transport.attempts == ["ann@example.com", "bob@example.com", "cay@example.com"])
            // A failing email does not delay a later one.
            transport.reject("ann@example.com")
            for _ in 0..<2 {
                try await ask(server, "ann@example.com")
                try await worker.drain()
            }
            #expect(transport.attempts.count == 5)
        }
    }

    @Test("V7 a queued email is sealed, and erased after sending")
    func aQueuedEmailIsSealedAndErasedAfterSending() async throws {
        try await TestServer.run { [transport] server in
            let worker = try await transport.failedWorker(on: server)
            let email = try #require(try await queued(server))
            #expect(email.recipient == "ann@example.com")
            let bytes = try SealedRecord(parsing: email.sealedMessage).box
            #expect(!String(decoding: bytes, as: UTF8.self).contains("Use this code"))
            let text = try server.dependencies.sealer.open(email.sealedMessage, for: .emailBody, context: email.id)
            #expect(String(decoding: text, as: UTF8.self).contains("Use this code"))
            #expect(throws: SealError.self) {
                try server.dependencies.sealer.open(email.sealedMessage, for: .emailBody, context: "other")
            }
            transport.accept("ann@example.com")
            server.clock.advance(by: .seconds(30))
            try await worker.drain()
            #expect(transport.sent.count == 1)
            #expect(try await queued(server) == nil)
        }
    }

    @Test(arguments: [599_999, 600_000])
    func anExpiredEmailIsErasedNotSent(_ milliseconds: Int) async throws {
        try await TestServer.run { [transport] server in
            let isOver = milliseconds == 600_000
            let worker = try await transport.failedWorker(on: server)
            transport.accept("ann@example.com")
            server.clock.advance(by: .milliseconds(milliseconds))
            try await server.parts.sweeper.sweep()
            let row = try await server.dependencies.store.read {
                try $0.outbox.nextDue(at: Timestamp(milliseconds: 1_800_000_000_000) + .minutes(9))
            }
            #expect((row == nil) == isOver)
            try await worker.drain()
            #expect(transport.sent.isEmpty == isOver)
        }
    }

    @Test(arguments: [599_999, 600_000])
    func aRequestOlderThanTenMinutesIsDropped(_ milliseconds: Int) async throws {
        try await TestServer.run { server in
            try await ask(server, "ann@example.com")
            server.clock.advance(by: .milliseconds(milliseconds))
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty == (milliseconds == 600_000))
        }
    }

    @Test("V4 only accounts and allowed addresses get emails")
    func onlyAccountsAndAllowedAddressesGetEmails() async throws {
        try await TestServer.run(environment: ["LATCHKEY_SIGN_UP": "closed"]) { server in
            try await ask(server, "ann@example.com")
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
            _ = try await server.post("/api/auth/reset-passcode-request", #"{"email":"ann@example.com"}"#)
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
            #expect(try await server.currentTokens("ann@example.com") == 0)
        }
        try await TestServer.run { server in
            _ = try await server.signIn()
            _ = try await server.takeEmails(to: "ann@example.com")
            _ = try await server.post("/api/auth/reset-passcode-request", #"{"email":"ann@example.com"}"#)
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty, "there is no passcode to reset")
        }
    }
}
