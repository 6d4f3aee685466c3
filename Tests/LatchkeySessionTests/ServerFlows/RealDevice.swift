import ChildProcess
import Foundation
import LatchkeyAPI
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import Testing

extension Device {
    /// Creates a device whose apps use a real server, without retries.
    init(_ server: ServerProcess) throws {
        let url = try #require(ServerURL(server.url))
        self.init(api: LatchkeyClient(server: url, transport: URLSessionTransport(), retries: .none))
    }
}

/// A user's mailbox, with the emails of a real server.
@MainActor struct Mailbox {
    let server: ServerProcess
    var email = "ada@example.org"

    /// Requests an email, and signs in with its code.
    @discardableResult func signIn(_ app: App, named name: String? = nil) async throws -> SignInOutcome {
        try await app.model.requestMagicLink(email: email)
        let code = try await server.takeCode(to: email, from: .signIn)
        return await app.model.signIn(with: .code(code, email: email), deviceName: name)
    }

    /// Requests an email, and sets a new passcode with its code.
    func reset(_ app: App, to new: Passcode) async throws -> PasscodeChangeOutcome {
        try await app.model.requestPasscodeReset(email: email)
        let code = try await server.takeCode(to: email, from: .reset)
        return await app.model.resetPasscode(with: .code(code, email: email), to: new)
    }

    /// Returns a signed-in app with the correct passcode and a sealed note.
    func ready(_ device: Device) async throws -> (App, note: Data) {
        let app = await device.launched()
        try await signIn(app)
        // Separately, because `#expect` does not print a value that it awaits.
        let outcome = await app.model.setPasscode(.right)
        #expect(outcome == .done)
        return (app, try app.lock.vault.seal(Data("note".utf8), for: "note"))
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips tests without a built server, with the reason.
    static var whereTheServerIsBuilt: Self {
        .enabled(if: ServerProcess.isBuilt, Comment(rawValue: ServerProcess.howToBuild))
    }
}
