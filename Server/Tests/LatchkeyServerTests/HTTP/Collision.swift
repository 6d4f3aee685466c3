import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// A request with two errors, and the one to report.
struct Collision: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let expected: ProblemType
    let ask: @Sendable (TestServer) async throws -> TestResponse

    init(
        _ description: String, _ expected: ProblemType,
        ask: @escaping @Sendable (TestServer) async throws -> TestResponse
    ) {
        testDescription = description
        self.expected = expected
        self.ask = ask
    }

    static let tooLarge = #"{"passcode":"\#(String(repeating: "1", count: 5000))"}"#
    static let plain = ["Content-Type": "text/plain"]
    static let foreign = ["Sec-Fetch-Site": "cross-site"]
}

extension Collision {
    /// Errors that precede the body.
    static let outer = [
        Collision("404 before 405", .notFound) { try await $0.send(.put, "/api/nothing") },
        Collision("404 before 413", .notFound) { try await $0.post("/api/nothing", tooLarge) },
        Collision("404 before 415", .notFound) { try await $0.send(.post, "/api/nothing", "x", headers: plain) },
        Collision("404 before 401", .notFound) { try await $0.post("/api/auth/nothing", bearer: "dead") },
        Collision("405 before 413", .methodNotAllowed) { try await $0.send(.put, "/api/auth/me", tooLarge) },
        Collision("405 before 415", .methodNotAllowed) { try await $0.send(.put, "/api/auth/me", "x", headers: plain) },
        Collision("405 before 401", .methodNotAllowed) { try await $0.post("/api/auth/me") },
        Collision("413 before 415", .payloadTooLarge) {
            try await $0.send(.post, "/api/auth/verify-passcode", tooLarge, headers: plain)
        },
        Collision("413 before 401", .payloadTooLarge) { try await $0.post("/api/auth/verify-passcode", tooLarge) },
        Collision("413 before cross-site", .payloadTooLarge) { server in
            let cookie = try await server.signInPage()
            return try await server.send(
                .post, "/api/auth/lock", tooLarge, cookie: cookie, headers: foreign)
        },
        Collision("415 before 401", .unsupportedMediaType) {
            try await $0.send(.post, "/api/auth/verify-passcode", "x", headers: plain)
        },
        Collision("415 before 423", .unsupportedMediaType) { server in
            let session = try await server.lockedSession()
            return try await server.send(
                .post, "/api/auth/set-passcode", "x", bearer: session.accessToken, headers: plain)
        },
        Collision("401 before cross-site", .unauthenticated) {
            try await $0.send(.post, "/api/auth/lock", cookie: "dead", headers: foreign)
        },
        Collision("401 before 400", .unauthenticated) { try await $0.post("/api/auth/set-passcode", "{") },
        Collision("cross-site before 423", .crossSiteRequest) { server in
            let cookie = try await server.signInPageWithPasscode()
            _ = try await server.post("/api/auth/lock", cookie: cookie)
            return try await server.send(
                .post, "/api/auth/set-passcode", #"{"passcode":"580293"}"#, cookie: cookie, headers: foreign)
        },
        Collision("cross-site before 400", .crossSiteRequest) { server in
            let cookie = try await server.signInPage()
            return try await server.send(.post, "/api/auth/set-passcode", "{", cookie: cookie, headers: foreign)
        },
        Collision("cross-site before 400 at sign-in", .crossSiteRequest) {
            try await $0.send(
                .post, "/api/auth/magic-link/verify", #"{"transport":"cookie","email":"x"}"#, headers: foreign)
        },
        Collision("cross-site before 409", .crossSiteRequest) { server in
            let cookie = try await server.signInPage()
            return try await server.send(.post, "/api/auth/lock", cookie: cookie, headers: foreign)
        },
    ]

    /// Errors of the session's lock and the body.
    static let inner = [
        Collision("423 before 400", .locked) { server in
            try await server.post("/api/auth/set-passcode", "{", bearer: server.lockedSession().accessToken)
        },
        Collision("423 before 422", .locked) { server in
            try await server.set(#"{"passcode":"111111"}"#, server.lockedSession())
        },
        Collision("423 before 409", .locked) { server in
            try await server.set(#"{"passcode":"580293"}"#, server.lockedSession())
        },
        Collision("400 before 422 when the current passcode is malformed", .invalidRequest) { server in
            try await server.set(
                #"{"passcode":"111111","current_passcode":"1"}"#, server.signInWithPasscode())
        },
        Collision("400 before 422 when the language is wrong too", .invalidRequest) { server in
            try await server.changeSettings(
                #"{"passcode_timeout_minutes":7,"language":"xx"}"#, server.signIn())
        },
        Collision("400 before 422 when the current passcode is missing", .invalidRequest) { server in
            try await server.changeSettings(
                #"{"passcode_timeout_minutes":7,"passcode_enabled":false}"#, server.signInWithPasscode())
        },
        Collision("400 before 422 when the token is wrong", .invalidCode) {
            try await $0.post("/api/auth/reset-passcode", #"{"token":"x","new_passcode":"111111"}"#)
        },
        Collision("400 before 409", .invalidRequest) { server in
            try await server.verify("1", server.signIn())
        },
        Collision("400 before 429", .invalidRequest) { server in
            try await server.verify("1", server.waitingSession())
        },
        Collision("422 before 409 when a passcode is set", .weakPasscode) { server in
            try await server.set(#"{"passcode":"111111"}"#, server.signInWithPasscode())
        },
        Collision("422 before 409 when none is set", .invalidTimeout) { server in
            try await server.changeSettings(
                #"{"passcode_timeout_minutes":7,"passcode_enabled":true}"#, server.signIn())
        },
        Collision("422 before 429", .weakPasscode) { server in
            try await server.set(
                #"{"passcode":"111111","current_passcode":"739105"}"#, server.waitingSession())
        },
        Collision("409 before 429", .passcodeAlreadySet) { server in
            try await server.set(#"{"passcode":"580293"}"#, server.waitingSession())
        },
    ]

    /// Errors of an overloaded server.
    static let overloaded = [
        Collision("400 before 503", .invalidRequest) { server in
            try await server.verify("1", server.signInWithPasscode().stopHashing(server))
        },
        Collision("422 before 503", .weakPasscode) { server in
            try await server.set(#"{"passcode":"111111"}"#, server.signIn().stopHashing(server))
        },
        Collision("409 before 503", .passcodeNotSet) { server in
            try await server.verify(TestServer.passcode, server.signIn().stopHashing(server))
        },
        Collision("429 before 503", .tooManyAttempts) { server in
            try await server.verify(TestServer.passcode, server.waitingSession().stopHashing(server))
        },
        Collision("503 when nothing else applies", .temporarilyUnavailable) { server in
            try await server.verify(TestServer.passcode, server.signInWithPasscode().stopHashing(server))
        },
    ]
}

extension TestServer {
    func set(_ json: String, _ session: SessionResponse) async throws -> TestResponse {
        try await post("/api/auth/set-passcode", json, bearer: session.accessToken)
    }

    /// Returns a session of an account whose passcode was not verified yet.
    func lockedSession() async throws -> SessionResponse {
        _ = try await signInWithPasscode()
        return try await signIn()
    }

    /// Returns an unlocked session with a delay of 30 s after four failures.
    func waitingSession() async throws -> SessionResponse {
        let session = try await signInWithPasscode()
        try await fail(4, session)
        return session
    }
}

extension SessionResponse {
    fileprivate func stopHashing(_ server: TestServer) async throws -> SessionResponse {
        try await server.dependencies.workers.shutdown()
        return self
    }
}
