import Foundation
import LatchkeyAPI
import LatchkeyTestSupport
import Testing

@testable import LatchkeyServer

/// A user who calls the API in random order and keeps records until the server is killed.
struct SoakUser: Sendable {
    let server: ServerUnderTest
    let isPage: Bool
    var random: SeededGenerator
    var books: SoakBooks

    init(_ server: ServerUnderTest, number: Int, seed: UInt64) {
        self.server = server
        isPage = number.isMultiple(of: 2)
        random = SeededGenerator(seed: seed &* 1000 &+ UInt64(number))
        books = SoakBooks(email: "user\(number)@example.com")
    }

    /// Returns the records at the first request without a response.
    mutating func work() async -> SoakBooks {
        do {
            // The email limit of an address is five.
            while !books.isDeleted, !books.isDisowned, books.session != nil || books.emailsRequested < 5 {
                try await step()
            }
        } catch {
            // The server was killed, so the effect of the request in progress is unknown.
        }
        return books
    }

    private mutating func step() async throws {
        guard books.session != nil else { return try await signIn() }
        guard books.hasPasscode else { return try await setPasscode() }
        switch Int.random(in: 0..<100, using: &random) {
        case ..<18: try await verify(books.passcode)
        case ..<32: try await verify(ServerUnderTest.wrongPasscode)
        case ..<42: try await lock()
        case ..<65: try await read()
        case ..<70: try await changeTimeout()
        case ..<75: try await switchPasscode()
        case ..<80: try await changePasscode()
        case ..<84: try await resetPasscode()
        case ..<86: try await reportBounce()
        case ..<88: try await endOtherSessions()
        case ..<94: try await refresh()
        case ..<97: try await signOut()
        case ..<98: try await disown()
        default: try await deleteAccount()
        }
    }

    /// Records a request in progress while the server has it.
    private mutating func send(
        _ inProgress: SoakBooks.InProgress, _ method: String, _ path: String, _ json: String? = nil
    ) async throws -> TestResponse {
        books.inProgress = inProgress
        let response = try await server.send(
            method, path, json, bearer: books.session?.bearer, cookie: books.session?.cookie)
        #expect(response.status < 500 || response.status == 503, "\(method) \(path): \(response.status)")
        try end(response)
        return response
    }

    /// Records that no request is in progress, if the response reports it.
    private mutating func end(_ response: TestResponse) throws {
        // With 503, the database may have committed the request.
        if response.status == 503 { throw DeadlineError(description: "it is not known what was done") }
        books.inProgress = .nothing
    }

    private mutating func signIn() async throws {
        let email = #"{"email":"\#(books.email)"}"#
        guard try await send(.asking, "POST", "/api/auth/magic-link", email).status == 202 else { return }
        books.emailsRequested += 1
        let token = try await emailedToken()
        let transport = isPage ? "cookie" : "bearer"
        books.inProgress = .signingIn
        let response = try await server.send(
            "POST", "/api/auth/magic-link/verify", #"{"token":"\#(token)","transport":"\#(transport)"}"#,
            headers: ["Sec-Fetch-Site": "same-origin"])
        try end(response)
        guard response.status == 200 else { return }
        books.hasAccount = true
        books.session = secret(in: response)
        books.refreshToken = try? response.session().refreshToken
        books.isLocked = books.isEnabled
    }

    private mutating func emailedToken() async throws -> String {
        let token = try await takeToken("Your sign-in link")
        books.emailsTaken += 1
        return token
    }

    private func takeToken(_ subject: String) async throws -> String {
        let email = try await waitFor("email \"\(subject)\"") { () -> TestEmail? in
            guard server.process.isRunning else { throw DeadlineError(description: "the server is gone") }
            return server.data.emails(to: books.email).first { $0.subject == subject }
        }
        try server.data.take(email)
        return try #require(email.token)
    }

    private mutating func setPasscode() async throws {
        let json = #"{"passcode":"\#(ServerUnderTest.passcode)"}"#
        let response = try await send(.setting, "POST", "/api/auth/set-passcode", json)
        guard response.status == 200 else { return }
        books.hasPasscode = true
        books.isEnabled = true
        replaceSession(by: response)
    }

    private mutating func verify(_ passcode: String) async throws {
        let response = try await send(
            .checking, "POST", "/api/auth/verify-passcode", #"{"passcode":"\#(passcode)"}"#)
        if response.status == 200 { replaceSession(by: response) }
        guard response.problem == "incorrect-passcode" else { return }
        books.failures += 1
        if try response.decode(Problem.self).sessionEnded == true { books.endSession() }
    }

    private mutating func lock() async throws {
        if try await send(.locking, "POST", "/api/auth/lock").status == 204 { books.isLocked = true }
    }

    private mutating func read() async throws {
        let paths = ["sessions", "me", "activity", "gate"]
        _ = try await send(.reading, "GET", "/api/auth/" + (paths.randomElement(using: &random) ?? "me"))
    }

    private mutating func changeTimeout() async throws {
        let minutes = [15, 30].randomElement(using: &random) ?? 15
        _ = try await send(
            .changing, "PATCH", "/api/auth/passcode-settings", #"{"passcode_timeout_minutes":\#(minutes)}"#)
    }

    private mutating func refresh() async throws {
        guard let token = books.refreshToken else { return }
        let response = try await send(.refreshing, "POST", "/api/auth/refresh", #"{"refresh_token":"\#(token)"}"#)
        // The previous access token stays valid for its fifteen minutes.
        guard response.status == 200 else { return }
        books.session = secret(in: response)
        books.refreshToken = try response.session().refreshToken
    }

    private mutating func switchPasscode() async throws {
        let json = #"{"passcode_enabled":\#(!books.isEnabled),"current_passcode":"\#(books.passcode)"}"#
        let response = try await send(.switching, "PATCH", "/api/auth/passcode-settings", json)
        if response.status == 200 { books.isEnabled.toggle() }
    }

    private mutating func changePasscode() async throws {
        let json = #"{"passcode":"\#(otherPasscode)","current_passcode":"\#(books.passcode)"}"#
        takeOver(try await send(.replacing, "POST", "/api/auth/set-passcode", json))
    }

    /// The email limit of an address is five.
    private mutating func resetPasscode() async throws {
        guard books.resetsRequested < 5,
            try await send(.reading, "POST", "/api/auth/reset-passcode-request", "{}").status == 202
        else { return }
        books.resetsRequested += 1
        let token = try await takeToken("Reset your passcode")
        let json = #"{"token":"\#(token)","new_passcode":"\#(otherPasscode)"}"#
        takeOver(try await send(.replacing, "POST", "/api/auth/reset-passcode", json))
    }

    private var otherPasscode: String {
        books.passcode == ServerUnderTest.passcode ? "840216" : ServerUnderTest.passcode
    }

    private mutating func takeOver(_ response: TestResponse) {
        guard response.status == 200 else { return }
        books.passcode = otherPasscode
        replaceSession(by: response)
    }

    /// Reports a bounce of an address without an account, so that the user's emails continue.
    private func reportBounce() async throws {
        let response = try await server.send(
            "POST", "/webhooks/brevo", #"{"event":"hard_bounce","email":"nobody@example.com"}"#,
            headers: ["Authorization": CallerSecret.login(CallerSecret.webhook)])
        #expect(response.status == 204 || response.status == 503)
    }

    private mutating func endOtherSessions() async throws {
        _ = try await send(.reading, "DELETE", "/api/auth/sessions")
    }

    private mutating func disown() async throws {
        let token = try await takeToken("A passcode was set")
        let response = try await send(.disowning, "POST", "/api/auth/disown", #"{"token":"\#(token)"}"#)
        guard response.status == 204 else { return }
        books.endSession()
        books.isDisowned = true
    }

    private mutating func signOut() async throws {
        if try await send(.signingOut, "POST", "/api/auth/logout").status == 204 { books.endSession() }
    }

    private mutating func deleteAccount() async throws {
        let json = #"{"current_passcode":"\#(books.passcode)"}"#
        guard try await send(.deleting, "DELETE", "/api/auth/account", json).status == 204 else { return }
        books.endSession()
        books.isDeleted = true
    }

    private mutating func replaceSession(by response: TestResponse) {
        books.replaceSession(by: secret(in: response))
        books.refreshToken = try? response.session().refreshToken
    }

    private func secret(in response: TestResponse) -> SoakBooks.Secret {
        SoakBooks.Secret(bearer: try? response.session().accessToken, cookie: response.cookie)
    }
}
