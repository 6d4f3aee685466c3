import HTTPTypes
import LatchkeyAPI
import Testing

@testable import LatchkeyServer

/// An event that notifies the account's owner (V14).
struct NoticeEvent: Sendable, CustomTestStringConvertible {
    let kind: ActivityKind
    let subject: String
    /// Whether "this wasn't me" also requires a reset.
    let requiresReset: Bool
    /// Causes the event for ann@example.com, who is signed in and has a passcode.
    let happen: @Sendable (TestServer, SessionResponse) async throws -> Void

    var testDescription: String { kind.rawValue }

    init(
        _ kind: ActivityKind, _ subject: String, requiresReset: Bool,
        _ happen: @escaping @Sendable (TestServer, SessionResponse) async throws -> Void
    ) {
        self.kind = kind
        self.subject = subject
        self.requiresReset = requiresReset
        self.happen = happen
    }

    static let all = [
        NoticeEvent(.signedIn, "New sign-in to your account", requiresReset: false) { server, _ in
            _ = try await server.signIn()
        },
        NoticeEvent(.passcodeSet, "A passcode was set", requiresReset: true) { server, session in
            try await server.alterAccount { $0.passcodeHash = nil }
            _ = try await server.setPasscode(session, "580293")
        },
        NoticeEvent(.passcodeChanged, "Your passcode was changed", requiresReset: true) { server, session in
            let json = #"{"passcode":"580293","current_passcode":"739105"}"#
            _ = try await server.post("/api/auth/set-passcode", json, bearer: session.accessToken)
        },
        NoticeEvent(.passcodeEnabled, "Your passcode was turned on", requiresReset: false) { server, session in
            try await server.alterAccount { $0.passcodeEnabled = false }
            _ = try await server.changeSettings(#"{"passcode_enabled":true}"#, session)
        },
        NoticeEvent(.passcodeDisabled, "Your passcode was turned off", requiresReset: true) { server, session in
            _ = try await server.changeSettings(#"{"passcode_enabled":false,"current_passcode":"739105"}"#, session)
        },
        NoticeEvent(.passcodeReset, "Your passcode was reset", requiresReset: true) { server, session in
            _ = try await server.resetPasscode(to: "580293", session)
        },
        NoticeEvent(.passcodeBlocked, "Your passcode was blocked", requiresReset: false) { server, session in
            try await server.alterAccount { $0.failures = AttemptPolicy.perAccount - 1 }
            _ = try await server.verify(TestServer.wrongPasscode, session)
        },
        NoticeEvent(.sessionEnded, "A session was ended after 10 wrong passcodes", requiresReset: false) {
            server, session in
            try await server.alterSession { $0.failures = AttemptPolicy.perSession - 1 }
            _ = try await server.verify(TestServer.wrongPasscode, session)
        },
        NoticeEvent(.passkeyAdded, "A passkey was added", requiresReset: true) { server, session in
            let session = try await server.verify(TestServer.passcode, session).session()
            _ = try await server.add(server.newPasskey(), bearer: session.accessToken)
        },
        NoticeEvent(.passkeyRemoved, "A passkey was removed", requiresReset: false) { server, session in
            let session = try await server.verify(TestServer.passcode, session).session()
            _ = try await server.add(server.newPasskey(), bearer: session.accessToken)
            // Discards the notice of the new passkey.
            _ = try await server.takeEmails(to: "ann@example.com")
            let id = try #require(try await server.storedPasskeys().first?.id)
            _ = try await server.send(.delete, "\(TestServer.passkeys)/\(id)", bearer: session.accessToken)
        },
        NoticeEvent(.deviceShut, "A device was shut", requiresReset: false) { server, session in
            let session = try await server.verify(TestServer.passcode, session).session()
            _ = try await server.shut(server.register(session), session)
        },
        NoticeEvent(.resumed, "Your account is active again", requiresReset: false) { server, _ in
            try await server.apply(.suspend)
            try await server.apply(.resume)
        },
        NoticeEvent(.endedByAdmin, "Your sessions were ended", requiresReset: false) { server, _ in
            try await server.apply(.endSessions)
        },
        NoticeEvent(.resetRequiredByAdmin, "Your passcode must be reset", requiresReset: false) { server, _ in
            try await server.apply(.requireReset)
        },
        NoticeEvent(.deviceShutByAdmin, "One of your devices was shut", requiresReset: false) { server, session in
            let session = try await server.verify(TestServer.passcode, session).session()
            _ = try await server.register(session)
            try await server.shutByAdministrator()
        },
        NoticeEvent(.administratorGranted, "You are now an administrator", requiresReset: false) { server, _ in
            try await server.apply(.grant)
        },
        NoticeEvent(.administratorRevoked, "You are no longer an administrator", requiresReset: false) { server, _ in
            _ = try await server.addAdministrator("bob@example.com")
            try await server.alterAccount { $0.role = .administrator }
            try await server.apply(.revoke)
        },
    ]
}

extension TestServer {
    /// Changes the account's only session in the database.
    fileprivate func alterSession(_ change: @escaping @Sendable (inout Session) -> Void) async throws {
        let id = try await account().id
        try await dependencies.store.write { transaction in
            for var session in try transaction.sessions.list(accountID: id) {
                change(&session)
                try transaction.sessions.update(session)
            }
        }
    }
}
