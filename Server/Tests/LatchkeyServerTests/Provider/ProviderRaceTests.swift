import Foundation
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Concurrent sign-ins that would create or link an account.
@Suite struct ProviderRaceTests {
    private static let rounds = 4

    @Test("V16 of two accounts verified concurrently one is linked")
    func ofTwoAccountsVerifiedConcurrentlyOneIsLinked() async throws {
        try await TestServer.runWithProvider { server, provider in
            for round in 0..<Self.rounds {
                // The user's address changed between two sign-ins; neither linked an account.
                let emails = ["a\(round)@example.com", "b\(round)@example.com"]
                var sessions: [SessionResponse] = []
                for email in emails {
                    _ = try await server.signInWithPasscode(email)
                    sessions.append(try await server.signIn(by: provider, ["sub": "ann-\(round)", "email": email]))
                }
                #expect(sessions.allSatisfy(\.user.locked) && sessions[0].user.id != sessions[1].user.id)
                let responses = try await server.atOnce(sessions) { server, session in
                    try await server.verify(TestServer.passcode, session)
                }
                #expect(responses.allSatisfy { $0.status == 200 }, "\(responses.map(\.problem))")
                let ann = AccountIdentity(issuer: TestProvider.issuer, subject: "ann-\(round)")
                let joined = try await server.identities(of: emails)
                #expect(joined.count { $0 == ann } == 1 && joined.count { $0 == nil } == 1)
                // From here on the user has one account, regardless of the address.
                var ids: Set<String> = []
                for email in emails {
                    ids.insert(try await server.signIn(by: provider, ["sub": "ann-\(round)", "email": email]).user.id)
                }
                #expect(ids.count == 1)
            }
        }
    }

    @Test("V16 of two users with one address one gets the account")
    func ofTwoUsersWithOneAddressOneGetsTheAccount() async throws {
        try await TestServer.runWithProvider { server, provider in
            for round in 0..<Self.rounds {
                let email = "ann\(round)@example.com"
                // An email may have created the account before.
                let emailed = round.isMultiple(of: 2) ? try await server.signIn(email).user.id : nil
                let responses = try await server.atOnce(["one-\(round)", "two-\(round)"]) { server, subject in
                    try await server.signIn(
                        byToken: server.idToken(provider, ["sub": subject, "email": email]))
                }
                #expect(Set(responses.map(\.status)) == [200, 409], "\(responses.map(\.problem))")
                #expect(responses.contains { $0.problem == "identity-conflict" })
                let id = try #require(try responses.first { $0.status == 200 }?.session().user.id)
                #expect(emailed == nil || id == emailed)
                #expect(try await server.account(email).id == id)
            }
        }
    }

    @Test("V16 concurrent sign-in and linking leave one account")
    func concurrentSignInAndLinkingLeaveOneAccount() async throws {
        try await TestServer.runWithProvider { server, provider in
            for round in 0..<Self.rounds {
                let (old, new) = ("old\(round)@example.com", "new\(round)@example.com")
                _ = try await server.signInWithPasscode(old)
                let session = try await server.signIn(by: provider, ["sub": "ann-\(round)", "email": old])
                // Without a passcode the account of the new address is linked at sign-in.
                _ = try await server.signIn(new)
                let token = try server.idToken(provider, ["sub": "ann-\(round)", "email": new])
                let responses = try await server.atOnce([true, false]) { server, isPasscode in
                    isPasscode
                        ? try await server.verify(TestServer.passcode, session)
                        : try await server.signIn(byToken: token)
                }
                #expect(responses.allSatisfy { $0.status == 200 }, "\(responses.map(\.problem))")
                let joined = try await server.identities(of: [old, new])
                #expect(joined.compactMap(\.self).count == 1)
            }
        }
    }
}

extension TestServer {
    /// Does the work concurrently, and returns the results in order.
    fileprivate func atOnce<Element: Sendable>(
        _ elements: [Element], _ work: @escaping @Sendable (TestServer, Element) async throws -> TestResponse
    ) async throws -> [TestResponse] {
        try await withThrowingTaskGroup(of: (Int, TestResponse).self) { group in
            for (index, element) in elements.enumerated() {
                group.addTask { (index, try await work(self, element)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// Returns the identities of the addresses' accounts; nil for unlinked ones.
    fileprivate func identities(of emails: [String]) async throws -> [AccountIdentity?] {
        var identities: [AccountIdentity?] = []
        for email in emails { identities.append(try await account(email).identity) }
        return identities
    }
}
