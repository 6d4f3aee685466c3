import Foundation
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// Sign-in methods, available before sign-in.
@Suite struct SignInMethodsTests {
    private static func ways(_ server: TestServer) async throws -> SignInMethods {
        let response = try await server.get("/api/auth/sign-in-ways")
        #expect(response.status == 200)
        return try WireFormat.makeDecoder().decode(SignInMethods.self, from: Data(response.text.utf8))
    }

    @Test func withoutAProviderOnlyEmailSignsIn() async throws {
        try await TestServer.run { server in
            let ways = try await Self.ways(server)
            #expect(ways == SignInMethods(email: true))
        }
    }

    @Test func theProvidersAppClientIDIsListedIfSet() async throws {
        let named = ["LATCHKEY_IDENTITY_NAME": "Desk"]
        try await TestServer.runWithProvider(named) { server, _ in
            let provider = SignInMethods.Provider(name: "Desk", issuer: TestProvider.issuer, clientId: nil)
            let ways = try await Self.ways(server)
            #expect(ways == SignInMethods(email: true, provider: provider))
        }
        let own = ["LATCHKEY_MAIL_SIGN_IN": "off", "LATCHKEY_IDENTITY_APP_CLIENT_ID": "terminal"]
        try await TestServer.runWithProvider(own) { server, _ in
            let provider = SignInMethods.Provider(
                name: "login.example", issuer: TestProvider.issuer, clientId: "terminal")
            let ways = try await Self.ways(server)
            #expect(ways == SignInMethods(email: false, provider: provider))
        }
    }

    @Test func theAppsClientIDEnablesAppSignInOnly() throws {
        let settings = try Settings(environment: [
            "LATCHKEY_IDENTITY_ISSUER": "https://login.example", "LATCHKEY_IDENTITY_APP_CLIENT_ID": "terminal",
        ])
        let identity = try #require(settings.identity)
        #expect(identity.signsInApps && !identity.signsInPages && identity.appClientID == "terminal")
        let error = try #require(throws: SettingError.self) {
            try Settings(environment: [
                "LATCHKEY_IDENTITY_ISSUER": "https://login.example", "LATCHKEY_IDENTITY_APP_CLIENT_ID": "a b",
            ])
        }
        #expect(error.isAbout(\.identityAppClientID))
    }
}
