import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Emails to the owner after a deletion.
@Suite struct DeletionTests {
    private func delete(_ server: TestServer, _ session: SessionResponse) async throws {
        let response = try await server.send(
            .delete, "/api/auth/account", #"{"current_passcode":"739105"}"#, bearer: session.accessToken)
        #expect(response.status == 204)
    }

    @Test("V14 owner receives a deletion notice with a working link")
    func ownerReceivesADeletionNoticeWithAWorkingLink() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            try await delete(server, session)
            let emails = try await server.takeEmails(to: "ann@example.com")
            #expect(emails.map(\.subject) == ["Your account was deleted"])
            #expect(try await server.disown(try #require(emails.first)) == 204)
            #expect(try await server.disown(try #require(emails.first)) == 400)
            server.clock.advance(by: Notice.interval)
            #expect(try await server.takeEmails(to: "ann@example.com").isEmpty)
        }
    }

    @Test("V14 queued notices of a deleted account keep working")
    func queuedNoticesOfADeletedAccountKeepWorking() async throws {
        try await TestServer.run { server in
            let transport = FailingTransport()
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            let token = try #require(try await server.signInEmail("ann@example.com").token)
            transport.reject("ann@example.com")
            let signedIn = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(token)"}"#).session()
            // This email is queued, and the others are not rendered yet.
            try await worker.drain()
            let session = try await server.setPasscode(signedIn)
            try await delete(server, session)
            transport.accept("ann@example.com")
            server.clock.advance(by: .minutes(1))
            try await worker.drain()
            let emails = transport.sent
            #expect(
                Set(emails.map(\.content.subject)) == [
                    "New sign-in to your account", "A passcode was set", "Your account was deleted",
                ])
            for email in emails {
                let response = try await server.post("/api/auth/disown", #"{"token":"\#(email.token ?? "")"}"#)
                #expect(response.status == 204, "\(email.content.subject)")
            }
        }
    }

    @Test func deletionRemovesQueuedSignInAndResetEmailsAndLinks() async throws {
        try await TestServer.run { server in
            let transport = FailingTransport()
            let worker = ServerParts(server.dependencies, transport: transport).emailWorker
            let session = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            let emails = try await [server.signInEmail("ann@example.com"), server.resetEmail()]
            transport.reject("ann@example.com")
            for path in ["/api/auth/magic-link", "/api/auth/reset-passcode-request"] {
                _ = try await server.post(path, #"{"email":"ann@example.com"}"#)
            }
            try await worker.drain()
            try await delete(server, session)
            transport.accept("ann@example.com")
            server.clock.advance(by: .minutes(1))
            try await worker.drain()
            #expect(transport.sent.map(\.content.subject) == ["Your account was deleted"])
            #expect(try await server.currentTokens("ann@example.com") == 0)
            for email in emails {
                let json = #"{"token":"\#(email.token ?? "")","new_passcode":"580293"}"#
                #expect(try await server.post("/api/auth/reset-passcode", json).problem == "invalid-code")
                #expect(try await server.post("/api/auth/magic-link/verify", json).problem == "invalid-code")
            }
        }
    }

    @Test("V9 repeated deletion does not raise an address's email limit")
    func repeatedDeletionDoesNotRaiseAnAddresssEmailLimit() async throws {
        try await TestServer.run { server in
            var (signIns, notices) = (0, 0)
            for _ in 0..<20 {
                _ = try await server.post("/api/auth/magic-link", #"{"email":"ann@example.com"}"#)
                let emails = try await server.takeEmails(to: "ann@example.com")
                notices += emails.count { $0.code == nil }
                guard let email = emails.first(where: { $0.code != nil }) else { continue }
                signIns += 1
                let json = #"{"token":"\#(email.token ?? "")"}"#
                let session = try await server.post("/api/auth/magic-link/verify", json).session()
                let response = try await server.send(.delete, "/api/auth/account", "{}", bearer: session.accessToken)
                #expect(response.status == 204)
            }
            #expect(signIns == EmailLimits.burst)
            // The notices of sign-in and deletion, for each account.
            #expect(notices <= 2 * EmailLimits.burst)
            server.clock.advance(by: .minutes(1))
            #expect(try await server.signInEmail("ann@example.com").code != nil)
        }
    }

    @Test func requestsOfADeletedAccountAreKeptOnlyForLimits() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            try await delete(server, session)
            func kept() async throws -> Int {
                try await server.database.rows("SELECT 1 FROM mail_requests WHERE email = 'ann@example.com'").count
            }
            server.clock.advance(by: EmailLimits.window - .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await kept() == 1)
            server.clock.advance(by: .milliseconds(1))
            try await server.parts.sweeper.sweep()
            #expect(try await kept() == 0)
        }
    }

    @Test("ASVS-14.2.7 tokens of a deleted account do not keep the address")
    func tokensOfADeletedAccountDoNotKeepTheAddress() async throws {
        try await TestServer.run { server in
            let session = try await server.signInWithPasscode()
            _ = try await server.takeEmails(to: "ann@example.com")
            try await delete(server, session)
            _ = try await server.takeEmails(to: "ann@example.com")
            let kept = try await server.dependencies.store.read { transaction in
                try transaction.oneTimeTokens.current(email: "ann@example.com", purpose: .notice)
            }
            #expect(kept == nil)
        }
    }
}
