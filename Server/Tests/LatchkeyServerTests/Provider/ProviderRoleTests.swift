import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Administrators by a claim of the team's provider.
@Suite struct ProviderRoleTests {
    private static let setting = ["LATCHKEY_IDENTITY_ADMINISTRATORS": "groups=latchkey-admins"]
    private static let admin: [String: (any Sendable)?] = ["groups": ["staff", "latchkey-admins"]]

    @Test func onlyTheProvidersClaimSetsTheRoleAtSignIn() async throws {
        try await TestServer.runWithProvider(Self.setting) { server, provider in
            _ = try await server.signIn(by: provider, Self.admin)
            #expect(try await server.account().isAdministrator)
            let wrong: [[String: (any Sendable)?]] = [
                [:], ["groups": ["latchkey-admins2"]], ["groups": true], ["groups": ["Latchkey-Admins"]],
            ]
            for claims in wrong {
                _ = try await server.signIn(by: provider, claims)
                #expect(try await !server.account().isAdministrator)
                server.clock.advance(by: EmailLimits.interval)
                _ = try await server.signIn(by: provider, ["groups": "latchkey-admins"])
                #expect(try await server.account().isAdministrator)
                server.clock.advance(by: EmailLimits.interval)
            }
            #expect(try await server.kinds().contains(.administratorRevoked))
        }
    }

    @Test("V14 roles by the provider's claim are logged and emailed")
    func rolesByTheProvidersClaimAreLoggedAndEmailed() async throws {
        try await TestServer.runWithProvider(Self.setting) { server, provider in
            let subjects = [
                "You are now an administrator", "You are no longer an administrator", "You are now an administrator",
            ]
            for (claims, subject) in zip([Self.admin, [:], Self.admin], subjects) {
                for _ in 0..<2 {
                    _ = try await server.signIn(by: provider, claims)
                    server.clock.advance(by: Notice.interval)
                }
                let emails = try await server.takeEmails(to: "ann@example.com").map(\.subject)
                #expect(emails.count { $0.contains(subject) } == 1, "\(emails)")
            }
            let entries = try await server.entries()
            #expect(entries.map(\.act) == [.administratorGranted, .administratorRevoked, .administratorGranted])
            #expect(entries.allSatisfy { $0.author == .provider && $0.accountEmail == "ann@example.com" })
            let session = try await server.signInAdministrator()
            let csv = try await server.get("/api/admin/log.csv", bearer: session.accessToken).text
            #expect(csv.matches(of: #/"provider","ann@example.com"/#).count == 3)
        }
    }

    @Test func commandCannotChangeTheRoleOfAProvidersUser() async throws {
        try await TestServer.runWithProvider(Self.setting) { server, provider in
            _ = try await server.signIn(by: provider)
            let issuer = server.dependencies.settings.identity?.administratorIssuer
            let administration = AccountAdministration(
                store: server.dependencies.store, activity: server.parts.activity, rules: TeamRules(),
                administratorIssuer: issuer)
            let ann = try EmailAddress(member: "ann@example.com")
            await #expect(throws: AccountChangeError.roleOfProvider) { try await administration.apply(.grant, to: ann) }
            // An account that signs in by email.
            _ = try await server.signIn("bob@example.com")
            let bob = try EmailAddress(member: "bob@example.com")
            #expect(try await administration.apply(.grant, to: bob)?.changed == true)
        }
    }

    @Test func aGrantedRoleEndsWhenTheAccountIsLinked() async throws {
        try await TestServer.runWithProvider(Self.setting) { server, provider in
            _ = try await server.addAdministrator("ann@example.com")
            _ = try await server.signIn(by: provider)
            #expect(try await !server.account().isAdministrator)
        }
    }

    @Test func grantedRoleEndsWhenAccountIsLinkedAfterPasscodeVerification() async throws {
        try await TestServer.runWithProvider(Self.setting) { server, provider in
            _ = try await server.signInWithPasscode()
            try await server.apply(.grant)
            let session = try await server.signIn(by: provider, Self.admin)
            #expect(try await server.account().identity == nil)
            _ = try await server.verify(TestServer.passcode, session)
            #expect(try await server.account().identity != nil)
            #expect(try await !server.account().isAdministrator)
            server.clock.advance(by: EmailLimits.interval)
            _ = try await server.signIn(by: provider, Self.admin)
            #expect(try await server.account().isAdministrator)
        }
    }

    @Test func anAccessTokenWithoutTheClaimKeepsTheRole() async throws {
        try await TestServer.runWithProvider(Self.setting) { server, provider in
            _ = try await server.signIn(by: provider, Self.admin)
            let now = Double(server.clock.now.seconds)
            let times: [String: (any Sendable)?] = ["iat": now, "exp": now + 600, "jti": "j1"]
            let token = try provider.accessToken.with(claims: times).signed()
            #expect(try await server.signIn(byToken: token, type: .accessToken).status == 200)
            #expect(try await server.account().isAdministrator)
        }
    }

    @Test func withoutTheSettingClaimsDoNotChangeRoles() async throws {
        try await TestServer.runWithProvider { server, provider in
            _ = try await server.signIn(by: provider, Self.admin)
            #expect(try await !server.account().isAdministrator)
            try await server.apply(.grant)
            server.clock.advance(by: EmailLimits.interval)
            _ = try await server.signIn(by: provider)
            #expect(try await server.account().isAdministrator)
        }
    }
}
