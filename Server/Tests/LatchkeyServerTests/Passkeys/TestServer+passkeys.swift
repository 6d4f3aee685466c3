import Foundation
import LatchkeyAPI
import LatchkeyEncoding
import PasskeyTestSupport
import Testing

@testable import LatchkeyServer

/// The options of the server, as far as tests read them.
struct PasskeyOptions: Decodable, Sendable {
    struct PublicKey: Decodable, Sendable {
        struct Credential: Decodable, Sendable {
            let id: String
            let type: String
            let transports: [String]
        }

        let challenge: String
        let excludeCredentials: [Credential]?
        let allowCredentials: [Credential]?
    }

    let publicKey: PublicKey

    private enum CodingKeys: String, CodingKey { case publicKey = "public_key" }
}

/// A passkey in its owner's list.
struct ListedPasskey: Decodable, Equatable, Sendable {
    let id: String
    let name: String
    let createdAt: Date
    let lastUsedAt: Date?
}

extension Data {
    var base64URL: String { Base64Text.encode([UInt8](self), as: .url) }
}

extension TestPasskey {
    /// Returns the body of a request that adds it.
    func body(_ response: Registration, name: String? = "Laptop", transports: String = #"["internal"]"#) -> String {
        """
        {"name":\(name.map { "\"\($0)\"" } ?? "null"),"credential":{"id":"\(credentialID.base64URL)",
        "rawId":"\(credentialID.base64URL)","type":"public-key","clientExtensionResults":{},"response":{
        "clientDataJSON":"\(response.clientData.base64URL)","attestationObject":"AAAA",
        "authenticatorData":"\(response.authenticatorData.base64URL)","transports":\(transports)}}}
        """
    }

    /// Returns the body of a request that unlocks with it.
    func body(_ response: Assertion, userHandle: String? = nil) -> String {
        """
        {"credential":{"id":"\(credentialID.base64URL)","rawId":"\(credentialID.base64URL)","type":"public-key",
        "response":{"clientDataJSON":"\(response.clientData.base64URL)",
        "authenticatorData":"\(response.authenticatorData.base64URL)","signature":"\(response.signature.base64URL)",
        "userHandle":\(userHandle.map { "\"\($0)\"" } ?? "null")}}}
        """
    }
}

extension TestServer {
    static let passkeys = "/api/auth/passkeys"
    static let unlock = "/api/auth/unlock"

    /// Returns an unregistered passkey for this server.
    func newPasskey(_ key: TestPasskeyKey = .es256) -> TestPasskey {
        TestPasskey(key, relyingPartyID: "localhost", origin: Self.origin)
    }

    /// Requests and returns options; the path is that of the response to them.
    func options(_ path: String, bearer: String? = nil, cookie: String? = nil) async throws -> PasskeyOptions.PublicKey
    {
        let response = try await post(path + "/options", bearer: bearer, cookie: cookie)
        #expect(response.status == 200, "\(response.text)")
        return try JSONDecoder().decode(PasskeyOptions.self, from: response.body).publicKey
    }

    func challenge(_ path: String, bearer: String? = nil, cookie: String? = nil) async throws -> String {
        try await options(path, bearer: bearer, cookie: cookie).challenge
    }

    /// Adds a passkey like a browser.
    func add(
        _ passkey: TestPasskey, name: String? = "Laptop", counter: UInt32 = 0, bearer: String? = nil,
        cookie: String? = nil
    ) async throws -> TestResponse {
        let challenge = try await challenge(Self.passkeys, bearer: bearer, cookie: cookie)
        let body = passkey.body(passkey.register(challenge, counter: counter), name: name)
        return try await post(Self.passkeys, body, bearer: bearer, cookie: cookie)
    }

    /// Unlocks with a passkey like a browser.
    func unlock(
        by passkey: TestPasskey, counter: UInt32 = 0, bearer: String? = nil, cookie: String? = nil
    ) async throws -> TestResponse {
        let challenge = try await challenge(Self.unlock, bearer: bearer, cookie: cookie)
        return try await post(
            Self.unlock, passkey.body(passkey.assert(challenge, counter: counter)), bearer: bearer, cookie: cookie)
    }

    /// Signs in as an app, sets the passcode and adds a passkey.
    func signInWithPasskey(
        _ email: String = "ann@example.com", _ key: TestPasskeyKey = .es256, counter: UInt32 = 0
    ) async throws -> (session: SessionResponse, passkey: TestPasskey) {
        let session = try await signInWithPasscode(email)
        let passkey = newPasskey(key)
        #expect(try await add(passkey, counter: counter, bearer: session.accessToken).status == 201)
        return (session, passkey)
    }

    func lock(_ session: SessionResponse) async throws {
        #expect(try await post("/api/auth/lock", bearer: session.accessToken).status == 204)
    }

    func listPasskeys(_ session: SessionResponse) async throws -> [ListedPasskey] {
        struct List: Decodable { let passkeys: [ListedPasskey] }
        return try await get(Self.passkeys, bearer: session.accessToken).decode(List.self).passkeys
    }

    /// Returns all passkey rows of the account, valid or not.
    func storedPasskeys(_ email: String = "ann@example.com") async throws -> [Passkey] {
        let id = try await account(email).id
        return try await dependencies.store.read { try $0.passkeys.list(accountID: id).compactMap(\.value) }
    }

    /// Replaces the account's passkey in the database.
    func replacePasskey(
        _ email: String = "ann@example.com", _ change: @escaping @Sendable (Passkey) -> Passkey
    ) async throws {
        let passkey = try #require(try await storedPasskeys(email).first)
        try await dependencies.store.write { transaction in
            _ = try transaction.passkeys.delete(id: passkey.id, accountID: passkey.accountID)
            try transaction.passkeys.insert(change(passkey))
        }
    }
}
