import Foundation
import HTTPTypes
import IdentityTestSupport
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// The limits of administrators' power over other accounts.
@Suite struct AdministratorPowerTests {
    @Test("V18 no operation lets an administrator take over another account")
    func noOperationLetsAnAdministratorTakeOverAnotherAccount() async throws {
        let operations = try await Self.operations()
        #expect(operations.count > 70)
        for path in ["/api/admin/people/{id}/require-reset", "/people/{id}", "/people/log"] {
            #expect(operations.contains { $0.path == path })
        }
        for operation in operations {
            // A new scene for each ID, because an operation can delete Bob.
            for id in PowerScene.ids.prefix(operation.path.contains("{") ? .max : 1) {
                try await TestServer.runWithProvider(Self.environment) { server, provider in
                    let scene = try await PowerScene(server, provider)
                    let path = operation.filled(with: scene[keyPath: id], scene)
                    for body in scene.bodies(of: operation) {
                        let response = try await server.send(
                            operation.method, path, body, bearer: scene.session.accessToken,
                            headers: operation.isForm ? ["Content-Type": "application/x-www-form-urlencoded"] : [:])
                        let what: Comment = "\(operation.method) \(path): \(response.status)"
                        // The operation exists, and reads the body.
                        #expect(path != operation.path || ![404, 415].contains(response.status), what)
                        try await scene.expectNothingGained(from: response, what)
                    }
                }
            }
        }
    }

    /// Enables all operations. An administrator has none of these secrets.
    private static let environment = [
        "LATCHKEY_WEBHOOK_SECRET": CallerSecret.webhook, "LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection,
    ]

    /// Returns the operations of the API and of pages.
    private static func operations() async throws -> [PowerScene.Operation] {
        let text = Shared("")
        try await TestServer.run { server in
            let document = try await server.get("/openapi.yaml").text
            text.change { $0 = document }
        }
        var operations: [PowerScene.Operation] = []
        var path = ""
        for line in text.value.split(separator: "\n") {
            if line.hasPrefix("components:") { break }
            if let match = line.wholeMatch(of: #/  (/[^ ]*):/#) { path = String(match.1) }
            if line.contains("application/x-www-form-urlencoded:"), let last = operations.indices.last {
                operations[last].isForm = true
            }
            // The operation of a page can be an anchor or alias.
            guard let match = line.wholeMatch(of: #/    (get|post|put|patch|delete):(?: [&*].*)?/#),
                let method = HTTPRequest.Method(rawValue: match.1.uppercased())
            else { continue }
            operations.append(PowerScene.Operation(method: method, path: path))
        }
        return operations
    }
}

/// An administrator, and Bob, who has a passcode, a passkey, a device and a locked session.
private struct PowerScene: Sendable {
    /// Bob's IDs.
    static let ids: [any KeyPath<PowerScene, String> & Sendable] = [
        \.bob.id, \.bobsSession, \.bobsPasskey, \.bobsDevice.id,
    ]

    /// An operation of the document.
    struct Operation: Sendable {
        let method: HTTPRequest.Method
        let path: String
        var isForm = false

        /// Returns the path with an ID of Bob's, and with that of his session or device.
        func filled(with id: String, _ scene: PowerScene) -> String {
            path.replacing("{session}", with: scene.bobsSession).replacing("{key}", with: scene.bobsDevice.id)
                .replacing(/\{[a-z]+\}/, with: id)
        }
    }

    let server: TestServer
    let session: SessionResponse
    let bob: Account
    let bobsSession: String
    let bobsPasskey: String
    let bobsDevice: TestDevice
    private let bobsKey: UnlockKey
    private let secrets: [String]
    private let blinded: String
    /// The administrator's own token of the provider, with Bob's address.
    private let idToken: String

    init(_ server: TestServer, _ provider: TestProvider) async throws {
        self.server = server
        idToken = try server.idToken(
            provider, ["sub": "ada-1", "email": "bob@example.com", "email_verified": false])
        blinded = try TestDevice.attempt(TestServer.passcode, []).bytes.base64URL
        let (signedIn, _) = try await server.signInWithPasskey("bob@example.com")
        bobsDevice = try await server.register(signedIn)
        _ = try await server.post("/api/auth/lock", bearer: signedIn.accessToken)
        session = try await server.signInAdministrator()
        bob = try await server.account("bob@example.com")
        let stored = try await server.storedSessions("bob@example.com")
        let passkey = try #require(try await server.storedPasskeys("bob@example.com").first)
        (bobsSession, bobsPasskey) = (try #require(stored.first?.id), passkey.id)
        bobsKey = try #require(try await server.storedKeys("bob@example.com").first)
        secrets = [
            signedIn.accessToken, signedIn.refreshToken, signedIn.recoveryKey, bob.passcodeHash, bob.recoveryKey,
            bob.passcodeSalt?.base64EncodedString(), passkey.publicKey,
            SessionTokenDigest.of(signedIn.accessToken), bobsDevice.token, bobsDevice.tag, bobsKey.privateKey,
        ].compactMap(\.self)
    }

    /// Returns the bodies of requests about Bob: with a proof that is the administrator's own or a guess.
    func bodies(of operation: Operation) -> [String?] {
        if operation.method == .get { return [nil] }
        if operation.isForm { return ["logout_token=\(idToken)&token=\(session.accessToken)"] }
        let type = TokenSignInRequest.TokenType.idToken.rawValue
        return [
            #""code":"0000-0000""#, #""token":"\#(session.accessToken)""#,
            #""refresh_token":"\#(session.refreshToken)""#,
            #""subject_token":"\#(idToken)","subject_token_type":"\#(type)""#,
        ].map { "{\($0),\(members)}" }
    }

    /// Members of all requests.
    private var members: String {
        """
        "email":"bob@example.com","account":"\(bob.id)","id":"\(bob.id)","user_id":"\(bob.id)",
        "session":"\(bobsSession)","passcode":"580293","new_passcode":"580293",
        "current_passcode":"\(TestServer.passcode)","passcode_enabled":false,"passcode_timeout_minutes":60,
        "language":"fr","time_zone":"Asia/Tokyo","name":"Mine","role":"member","device_name":"Mine",
        "replaces":"\(bobsDevice.id)","attempt":"\(UUID())","blinded":"\(blinded)",
        "tag":"\(Data(repeating: 1, count: UnlockKey.tagLength).base64URL)"
        """
    }

    /// Expects that nothing of Bob's was opened, set, chosen, skipped or read. An account can end, and lose a passcode
    /// that must then be reset by its owner.
    func expectNothingGained(from response: TestResponse, _ what: Comment) async throws {
        for secret in secrets { #expect(!response.text.contains(secret), what) }
        if let granted = try? response.session() { #expect(granted.user.id != bob.id, what) }
        if let cookie = response.cookie {
            let credential = Credential(secret: cookie, transport: .cookie)
            let caller = try? await server.parts.authenticator.caller(credential)
            #expect(caller?.account.id != bob.id, what)
        }
        let stored = try await server.dependencies.store.read { [bob] transaction in
            let account = try transaction.accounts.find(id: bob.id)
            return (account, try account.map { try transaction.sessions.list(accountID: $0.id) } ?? [])
        }
        guard let now = stored.0 else { return }
        #expect(now.passcodeHash == bob.passcodeHash || (now.passcodeHash == nil && now.resetRequired), what)
        #expect(now.passcodeSalt == bob.passcodeSalt || now.passcodeHash == nil, what)
        #expect(now.recoveryKey == bob.recoveryKey && now.email == bob.email && now.identity == bob.identity, what)
        #expect(now.passcodeEnabled && now.passcodeTimeoutMinutes == bob.passcodeTimeoutMinutes, what)
        #expect(now.language == bob.language && now.timeZone == bob.timeZone && now.failures == bob.failures, what)
        #expect(stored.1.allSatisfy { $0.id == bobsSession && $0.lock != nil && $0.passcodeVerifiedAt == nil }, what)
        let passkeys = try await server.storedPasskeys("bob@example.com")
        for key in try await server.storedKeys("bob@example.com") {
            #expect(key.id == bobsKey.id && (key.isShut || key == bobsKey) && key.tagDigest == bobsKey.tagDigest, what)
            #expect(key.failures == 0 && key.lastUsedAt == nil, what)
        }
        #expect(passkeys.isEmpty || (passkeys.map(\.id) == [bobsPasskey] && passkeys[0].name != "Mine"), what)
    }
}
