import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Accounts of users from the team's provider, identified by `iss` and `sub`, never by the address.
@Suite struct ProviderAccountTests {
    @Test(
        "V16 ASVS-6.8.1 ASVS-10.3.3 a user keeps the account when the provider's address changes")
    func aUserKeepsTheAccountWhenTheProvidersAddressChanges() async throws {
        try await TestServer.runWithProvider { server, provider in
            let first = try await server.signIn(by: provider)
            let emailed = try #require(try await server.signInEmail("ann@example.com").token)
            let second = try await server.signIn(by: provider, ["email": "Ann.Smith@example.com"])
            #expect(second.user.id == first.user.id && second.user.email == "ann.smith@example.com")
            #expect(try await server.get("/api/auth/me", bearer: first.accessToken).text.contains("ann.smith@"))
            // Emails to the old address sign no one in.
            let late = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(emailed)"}"#)
            #expect(late.problem == "invalid-code")
            // The new owner of the old mailbox starts without an account.
            let other = try await server.signInLater()
            #expect(other.user.id != first.user.id)
            // The account works under its new address.
            let locked = try await server.setPasscode(second)
            #expect(try await server.verify(TestServer.passcode, locked).status == 200)
            #expect(try await server.takeEmails(to: "ann.smith@example.com").count >= 1)
        }
    }

    @Test func aQueuedNoticeGoesToTheNewAddress() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.signIn(by: provider)
            _ = try await server.takeEmails(to: "ann@example.com")
            _ = try await server.signIn(by: provider)
            _ = try await server.signIn(by: provider, ["email": "ann.smith@example.com"])
            server.clock.advance(by: Notice.interval)
            let subjects = try await server.takeEmails(to: "ann.smith@example.com").map(\.subject)
            #expect(subjects.sorted() == ["New sign-in to your account", "Your email address was changed"])
            let old = try await server.takeEmails(to: "ann@example.com").map(\.subject)
            #expect(old == ["Your email address was replaced"])
        }
    }

    @Test func anUnverifiedAddressIsIgnored() async throws {
        try await TestServer.runWithProvider { server, provider in
            let bob = try await server.signIn("bob@example.com")
            for claims: [String: (any Sendable)?] in [
                ["email_verified": false], ["email_verified": nil], ["email": nil], ["email": "no address"],
            ] {
                let of = claims.merging(["email": claims["email"] ?? "bob@example.com"]) { $1 }
                #expect(try await server.rejection(by: provider, of) == "identity-conflict", "\(claims)")
            }
            let ann = try await server.signIn(by: provider)
            let again = try await server.signIn(
                by: provider, ["email": "bob@example.com", "email_verified": false])
            #expect(again.user.id == ann.user.id && again.user.email == "ann@example.com")
            #expect(try await server.account("bob@example.com").identity == nil)
            #expect(try await server.status(bob) == 200)
        }
    }

    @Test func anAccountWithoutAPasscodeIsLinkedAtSignIn() async throws {
        try await TestServer.runWithProvider { server, provider in
            let emailed = try await server.signIn()
            let session = try await server.signIn(by: provider)
            #expect(session.user.id == emailed.user.id)
            #expect(try await server.account().identity == Self.ann)
            // From here on, the account is identified only by issuer and subject.
            let moved = try await server.signIn(by: provider, ["email": "ann.smith@example.com"])
            #expect(moved.user.id == emailed.user.id)
        }
    }

    @Test("V16 an account with a passcode is linked after verification")
    func anAccountWithAPasscodeIsLinkedAfterVerification() async throws {
        try await TestServer.runWithProvider { server, provider in
            let owner = try await server.signInWithPasscode()
            let session = try await server.signIn(by: provider)
            #expect(session.user.id == owner.user.id && session.user.locked)
            #expect(try await server.account().identity == nil)
            try await server.fail(1, session)
            #expect(try await server.account().identity == nil)
            // The mailbox has changed hands: its new owner is another user.
            let heir = try await server.signIn(by: provider, ["sub": "ann-2"])
            #expect(heir.user.id == owner.user.id && heir.user.locked)
            // A session by email links nothing.
            let emailed = try await server.signInLater()
            #expect(try await server.verify(TestServer.passcode, emailed).status == 200)
            #expect(try await server.account().identity == nil)
            server.clock.advance(by: .minutes(1))
            #expect(try await server.verify(TestServer.passcode, session).status == 200)
            #expect(try await server.account().identity == Self.ann)
            // The other user can no longer sign in.
            #expect(try await server.rejection(by: provider, ["sub": "ann-2"]) == "identity-conflict")
            for other in [owner, emailed, heir] { #expect(try await server.status(other) == 401) }
        }
    }

    @Test("V16 linking an account ends its earlier sessions", arguments: [false, true])
    func linkingAnAccountEndsItsEarlierSessions(hasPasscode: Bool) async throws {
        try await TestServer.runWithProvider(["LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection]) {
            server, provider in
            // Secrets of a former owner of the mailbox: a session, and a queued link.
            let earlier = try await hasPasscode ? server.signInWithPasscode() : server.signIn()
            server.clock.advance(by: EmailLimits.interval)
            let emailed = try #require(try await server.signInEmail("ann@example.com").token)
            let session = try await server.signIn(by: provider)
            if hasPasscode {
                #expect(try await server.status(earlier) == 200)
                #expect(try await server.verify(TestServer.passcode, session).status == 200)
            }
            #expect(try await server.account().identity == Self.ann)
            #expect(try await server.status(earlier) == 401)
            #expect(try await server.introspect(earlier.accessToken) == TokenIntrospection())
            #expect(try await server.storedSessions().count == 1)
            let late = try await server.post("/api/auth/magic-link/verify", #"{"token":"\#(emailed)"}"#)
            #expect(late.problem == "invalid-code")
            let id = try await server.account().id
            let kinds = try await server.dependencies.store.read { transaction in
                try transaction.activity.page(accountID: id, before: nil, limit: 9).map(\.value?.kind)
            }
            #expect(kinds.contains(.sessionEnded))
        }
    }

    @Test("V16 account with disabled passcode is linked to one user")
    func accountWithDisabledPasscodeIsLinkedToOneUser() async throws {
        try await TestServer.runWithProvider { server, provider in
            let owner = try await server.signInWithPasscode()
            let off = #"{"passcode_enabled":false,"current_passcode":"739105"}"#
            #expect(try await server.changeSettings(off, owner).status == 200)
            let ann = try await server.signIn(by: provider)
            #expect(ann.user.id == owner.user.id && !ann.user.locked)
            #expect(try await server.account().identity == Self.ann)
            #expect(try await server.rejection(by: provider, ["sub": "ann-2"]) == "identity-conflict")
        }
    }

    @Test("V16 a locked sign-in changes the address after the passcode")
    func aLockedSignInChangesTheAddressAfterThePasscode() async throws {
        try await TestServer.runWithProvider { server, provider in
            let owner = try await server.setPasscode(server.signIn(by: provider))
            _ = try await server.takeEmails(to: "ann@example.com")
            // An attacker at an unattended provider session has changed the address there.
            let thief = try await server.signIn(by: provider, ["email": "evil@example.com"])
            #expect(thief.user.locked && thief.user.email == "ann@example.com")
            _ = try await server.post("/api/auth/reset-passcode-request", #"{"email":"evil@example.com"}"#)
            _ = try await server.post("/api/auth/reset-passcode-request", "{}", bearer: thief.accessToken)
            #expect(try await server.takeEmails(to: "evil@example.com").isEmpty)
            #expect(try await server.takeEmails(to: "ann@example.com").contains { $0.subject == "Reset your passcode" })
            #expect(try await server.status(owner) == 200)
            // The user's own new address.
            server.clock.advance(by: .minutes(1))
            let session = try await server.signIn(by: provider, ["email": "ann.smith@example.com"])
            server.clock.advance(by: Notice.interval)
            _ = try await server.takeEmails(to: "ann@example.com")
            // An older token of the provider is outdated.
            #expect(try await server.verify(TestServer.passcode, thief).session().user.email == "ann@example.com")
            let moved = try await server.verify(TestServer.passcode, session).session()
            #expect(moved.user.email == "ann.smith@example.com")
            #expect(
                try await server.takeEmails(to: "ann@example.com").map(\.subject) == ["Your email address was replaced"]
            )
            #expect(
                try await server.takeEmails(to: "ann.smith@example.com").map(\.subject)
                    == ["Your email address was changed"])
            let page = try await server.get("/api/auth/activity", bearer: moved.accessToken).decode(ActivityPage.self)
            #expect(page.events.first?.kind == .emailChanged)
        }
    }

    @Test("V14 the replaced address can still disown the change")
    func theReplacedAddressCanStillDisownTheChange() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.signIn(by: provider)
            _ = try await server.takeEmails(to: "ann@example.com")
            let session = try await server.signIn(by: provider, ["email": "ann.smith@example.com"])
            let notice = try #require(
                try await server.takeEmails(to: "ann@example.com").first { $0.subject.hasSuffix("was replaced") })
            // A second change within the interval also notifies the replaced address.
            _ = try await server.signIn(by: provider, ["email": "ann.jones@example.com"])
            server.clock.advance(by: Notice.interval)
            #expect(
                try await server.takeEmails(to: "ann.smith@example.com").contains {
                    $0.subject.hasSuffix("was replaced")
                })
            #expect(try await server.disown(notice) == 204)
            #expect(try await server.status(session) == 401)
        }
    }

    @Test("V16 ASVS-10.5.2 a linked account is never given to another user")
    func aLinkedAccountIsNeverGivenToAnotherUser() async throws {
        try await TestServer.runWithProvider { server, provider in
            let ann = try await server.signIn(by: provider)
            #expect(try await server.rejection(by: provider, ["sub": "ann-2"]) == "identity-conflict")
            // Her next sign-in with a new address frees the old one.
            _ = try await server.signIn(by: provider, ["email": "ann.smith@example.com"])
            let heir = try await server.signIn(by: provider, ["sub": "ann-2"])
            #expect(heir.user.id != ann.user.id && heir.user.email == "ann@example.com")
        }
    }

    @Test func anAddressInUseIsNotTakenOver() async throws {
        try await TestServer.runWithProvider { server, provider in
            let bob = try await server.signIn("bob@example.com")
            let ann = try await server.signIn(by: provider)
            let moved = try await server.signIn(by: provider, ["email": "bob@example.com"])
            #expect(moved.user.id == ann.user.id && moved.user.email == "ann@example.com")
            #expect(try await server.account("bob@example.com").id == bob.user.id)
            _ = try await server.send(.delete, "/api/auth/account", "{}", bearer: bob.accessToken)
            let later = try await server.signIn(by: provider, ["email": "bob@example.com"])
            #expect(later.user.id == ann.user.id && later.user.email == "bob@example.com")
        }
    }

    @Test func closedSignUpLinksOnlyExistingAccounts() async throws {
        try await TestServer.runWithProvider(["LATCHKEY_SIGN_UP": "closed"]) { server, provider in
            #expect(try await server.rejection(by: provider) == "invalid-token")
            let address = try #require(EmailAddress("ann@example.com"))
            let administration = AccountAdministration(
                store: server.dependencies.store, activity: server.parts.activity, rules: TeamRules())
            _ = try await administration.add(address, id: server.dependencies.random.makeID())
            _ = try await server.signIn(by: provider)
            #expect(try await server.account().identity == Self.ann)
            let bob = try await server.rejection(by: provider, ["sub": "bob", "email": "bob@example.com"])
            #expect(bob == "invalid-token")
        }
    }

    @Test func aSuspendedAccountIsReportedAsMissing() async throws {
        try await TestServer.runWithProvider(["LATCHKEY_SIGN_UP": "closed"]) { server, provider in
            let address = try #require(EmailAddress("ann@example.com"))
            let administration = AccountAdministration(
                store: server.dependencies.store, activity: server.parts.activity, rules: TeamRules())
            _ = try await administration.add(address, id: server.dependencies.random.makeID())
            _ = try await administration.apply(.suspend, to: address)
            #expect(try await server.rejection(by: provider) == "invalid-token")
            #expect(try await server.account().identity == nil)
            _ = try await administration.apply(.resume, to: address)
            _ = try await server.signIn(by: provider)
            _ = try await administration.apply(.suspend, to: address)
            #expect(try await server.rejection(by: provider) == "invalid-token")
            #expect(try await server.storedSessions().isEmpty)
        }
    }

    @Test func introspectionReturnsTheProvidersIdentity() async throws {
        try await TestServer.runWithProvider(["LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection]) {
            server, provider in
            let session = try await server.signIn(by: provider)
            let told = try await server.introspect(session.accessToken)
            #expect(told.identity == .init(issuer: TestProvider.issuer, subject: "ann-1"))
            #expect(try await server.introspect(server.signIn("bob@example.com").accessToken).identity == nil)
        }
    }

    @Test("ASVS-6.3.6 disabled email blocks all sign-ins and resets by email")
    func disabledEmailBlocksAllSignInsAndResetsByEmail() async throws {
        try await TestServer.runWithProvider(["LATCHKEY_MAIL_SIGN_IN": "off"]) { server, provider in
            _ = try await server.setPasscode(server.signIn(by: provider))
            for (path, body) in [
                ("magic-link", #"{"email":"ann@example.com"}"#), ("magic-link", #"{"email":"bob@example.com"}"#),
                ("magic-link/verify", #"{"email":"ann@example.com","code":"AAAA-AAAA"}"#),
                ("reset-passcode-request", #"{"email":"ann@example.com"}"#),
                ("reset-passcode", #"{"email":"ann@example.com","code":"AAAA-AAAA","new_passcode":"580293"}"#),
            ] {
                let response = try await server.post("/api/auth/\(path)", body)
                #expect(response.status == 403 && response.problem == "mail-sign-in-off", "\(path)")
            }
            // Notices are still sent.
            let emails = try await server.takeEmails(to: "ann@example.com")
            #expect(!emails.isEmpty && emails.allSatisfy { $0.code == nil })
        }
    }

    private static let ann = AccountIdentity(issuer: TestProvider.issuer, subject: "ann-1")
}
