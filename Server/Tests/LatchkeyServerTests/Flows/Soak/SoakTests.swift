import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

extension Flows {
    /// Kills the server in the middle of everything and looks whether its books are right: 20 times, or as often as
    /// `LATCHKEY_SOAK_ROUNDS` says (`make soak`).
    @Suite struct SoakTests {
        private static let seeds: Range<UInt64> = {
            let environment = ProcessInfo.processInfo.environment
            let first = environment["LATCHKEY_SOAK_SEED"].flatMap(UInt64.init) ?? 1
            return first..<first + (environment["LATCHKEY_SOAK_ROUNDS"].flatMap(UInt64.init) ?? 20)
        }()

        private let settings = ["LATCHKEY_WEBHOOK_SECRET": "hook"]

        @Test(
            "V2, V5, V6 kill -9 at a random moment loses no account and no mail, and gives no attempt and no token",
            arguments: seeds)
        func killedAtARandomMoment(seed: UInt64) async throws {
            try await ScratchFolder.with { scratch in
                let data = DataFolder(in: scratch)
                let all = try await ServerUnderTest.run(on: data, .init(settings: settings)) { server in
                    try await load(server, seed: seed)
                }
                // Attempts that were reserved have become failures, and mails that a worker had taken are free again.
                try data.setClock(ahead: .seconds(70))
                try await ServerUnderTest.run(on: data) { server in
                    let probe = try data.probe()
                    #expect(try probe.integrity() == "ok")
                    try await waitUntil("settling of all attempts") { try probe.reservations() == 0 }
                    try await waitUntil("sending of all mails") {
                        try probe.pendingMailRequests() == 0 && probe.count("outbox") == 0
                    }
                    for books in all { try await check(books, server, probe) }
                }
            }
        }

        /// Returns the users' books at the moment when the server was killed.
        private func load(_ server: ServerUnderTest, seed: UInt64) async throws -> [SoakBooks] {
            var random = SoakRandom(seed: seed)
            let delay = Duration.milliseconds(Int.random(in: 50...1500, using: &random))
            return try await withThrowingTaskGroup(of: SoakBooks.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        var user = SoakUser(server, number: number, seed: seed)
                        return await user.work()
                    }
                }
                // Not a wait for a thing: the moment is the test's input.
                try await Task.sleep(for: delay)
                await server.process.kill9()
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }

        private func check(_ books: SoakBooks, _ server: ServerUnderTest, _ probe: DatabaseProbe) async throws {
            let after = "\(books.email) after \(books.underWay)"
            let account = try probe.account(of: books.email)
            if books.isDeleted { #expect(account == nil, "\(after)") }
            if books.hasAccount, !books.isDeleted, books.underWay != .deleting {
                #expect(account != nil, "\(after): the account is lost")
            }
            if account != nil {
                let failed = try probe.books(of: books.email).failedEvents
                let mayBeOne = books.underWay.takesAttempt ? 1 : 0
                #expect((books.failures...books.failures + mayBeOne).contains(failed), "\(after)")
            }
            let mails = server.data.mails(to: books.email).count { $0.subject == "Your sign-in link" }
            // An account that is deleted takes the mails to its address along.
            if !books.isDeleted, books.underWay != .deleting {
                #expect(mails + books.mailsTaken >= books.mailsAsked, "\(after): a mail is lost")
            }
            for secret in books.replaced { #expect([401, 423].contains(try await status(secret, server)), "\(after)") }
            for secret in books.ended { #expect(try await status(secret, server) == 401, "\(after)") }
            if let session = books.session, !books.underWay.changesSession {
                try await checkLive(session, books, server, after)
            }
        }

        /// A session that nothing was done to is as it was, and its passcode opens it.
        private func checkLive(
            _ session: SoakBooks.Secret, _ books: SoakBooks, _ server: ServerUnderTest, _ after: String
        ) async throws {
            let user = try await server.get("/api/auth/me", bearer: session.bearer, cookie: session.cookie)
            #expect(user.status == 200, "\(after): the session is lost")
            guard user.status == 200 else { return }
            #expect(try user.decode(User.self).locked == books.isLocked, "\(after)")
            #expect(try await status(session, server) == (books.isLocked ? 423 : 200), "\(after)")
            guard books.hasPasscode else { return }
            let answer = try await server.verify(
                books.passcode, bearer: session.bearer, cookie: session.cookie)
            #expect([200, 429].contains(answer.status), "\(after): \(answer.text)")
        }

        private func status(_ secret: SoakBooks.Secret, _ server: ServerUnderTest) async throws -> Int {
            try await server.get("/api/auth/sessions", bearer: secret.bearer, cookie: secret.cookie).status
        }
    }
}
