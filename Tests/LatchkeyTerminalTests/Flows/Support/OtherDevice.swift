import ChildProcess
import Foundation
import LatchkeyAPI
import Testing

/// Another device of the same account.
struct OtherDevice {
    private let client: LatchkeyClient
    private var token: String

    /// Signs in by email.
    init(_ server: ServerProcess, _ email: String) async throws {
        client = LatchkeyClient(server: try #require(ServerURL(server.url)), transport: URLSessionTransport())
        try await client.requestMagicLink(email: email)
        let code = try await server.takeCode(to: email, from: .signIn)
        token = try await client.signIn(with: .code(code, email: email)).accessToken
    }

    /// Returns the account's current state.
    func user() async throws -> User { try await client.me(accessToken: token) }

    /// Verifies the passcode.
    mutating func verify(_ passcode: String) async throws {
        token = try await client.verifyPasscode(passcode, accessToken: token).accessToken
    }

    /// Sets the account's first passcode.
    mutating func set(_ passcode: String) async throws {
        token = try await client.setPasscode(passcode, accessToken: token).accessToken
    }

    /// Replaces the passcode, which ends the other sessions.
    mutating func change(from old: String, to new: String) async throws {
        token = try await client.setPasscode(new, currentPasscode: old, accessToken: token).accessToken
    }

    /// Ends the account's other sessions.
    func endOthers() async throws { try await client.endOtherSessions(accessToken: token) }
}
