import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension SoakBooks {
    /// Compares all users' records with the database, after a new server has settled the rest.
    static func check(_ all: [SoakBooks], _ server: ServerUnderTest, _ probe: any SoakProbe) async throws {
        #expect(try probe.isSound())
        try await waitUntil("settling of all attempts") { try probe.reservations() == 0 }
        try await waitUntil("sending of all emails") { try probe.waitingEmails() == 0 }
        for books in all { try await books.check(server, probe) }
    }

    /// Compares the records with the responses of a server on the same database.
    private func check(_ server: ServerUnderTest, _ probe: any SoakProbe) async throws {
        let after = "\(email) after \(inProgress)"
        let failed = try probe.failedEvents(of: email)
        if isDeleted { #expect(failed == nil, "\(after)") }
        if hasAccount, !isDeleted, inProgress != .deleting {
            #expect(failed != nil, "\(after): the account is lost")
        }
        if let failed {
            let mayBeOne = inProgress.usesAttempt ? 1 : 0
            #expect((failures...failures + mayBeOne).contains(failed), "\(after)")
        }
        let emails = server.data.emails(to: email).count { $0.subject == "Your sign-in link" }
        // Deleting an account deletes emails to its address.
        if !isDeleted, inProgress != .deleting {
            #expect(emails + emailsTaken >= emailsRequested, "\(after): an email is lost")
        }
        for secret in replaced { #expect([401, 423].contains(try await status(secret, server)), "\(after)") }
        for secret in ended { #expect(try await status(secret, server) == 401, "\(after)") }
        if let session = session, !inProgress.changesSession {
            try await checkLive(session, server, after)
        }
    }

    /// Expects that an untouched session is unchanged, and its passcode unlocks it.
    private func checkLive(
        _ session: SoakBooks.Secret, _ server: ServerUnderTest, _ after: String
    ) async throws {
        let user = try await server.get("/api/auth/me", bearer: session.bearer, cookie: session.cookie)
        #expect(user.status == 200, "\(after): the session is lost")
        guard user.status == 200 else { return }
        #expect(try user.decode(User.self).locked == isLocked, "\(after)")
        #expect(try await status(session, server) == (isLocked ? 423 : 200), "\(after)")
        guard hasPasscode else { return }
        let response = try await server.verify(
            passcode, bearer: session.bearer, cookie: session.cookie)
        #expect([200, 429].contains(response.status), "\(after): \(response.text)")
    }

    private func status(_ secret: SoakBooks.Secret, _ server: ServerUnderTest) async throws -> Int {
        try await server.get("/api/auth/sessions", bearer: secret.bearer, cookie: secret.cookie).status
    }
}
