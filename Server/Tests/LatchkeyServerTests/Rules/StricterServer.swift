import HTTPTypes
import LatchkeyAPI

@testable import LatchkeyServer

extension TestServer {
    /// Runs `body` with the same database and other rules, like after a restart, with introspection.
    func restarted(
        _ rules: [String: String] = [:], _ body: @escaping @Sendable (TestServer) async throws -> Void
    ) async throws {
        try await TestServer.run(
            environment: rules.merging(["LATCHKEY_INTROSPECTION_SECRET": CallerSecret.introspection]) { $1 },
            sharing: self, body)
    }

    /// Returns the gate's decision: `open`, or its reason.
    func gate(_ session: SessionResponse) async throws -> String {
        let response = try await get("/api/auth/gate", bearer: session.accessToken)
        return response.status == 204 ? "open" : response.headers[.latchkeyReason] ?? ""
    }

    /// Returns the operator's list of ann's sessions.
    func reportsForOperator() async throws -> [SessionReport] {
        let administration = AccountAdministration(
            store: dependencies.store, activity: parts.activity, rules: dependencies.settings.rules)
        return try await administration.sessions(of: EmailAddress(member: "ann@example.com")) ?? []
    }

    func me(_ session: SessionResponse) async throws -> User {
        try await get("/api/auth/me", bearer: session.accessToken).decode()
    }
}

/// A component that decides whether a session is unlocked. Each is tested first in a separate run, because it may
/// persist state for the next.
enum Asker: CaseIterable, Sendable {
    case call, gate, introspection, refresh, page

    /// - Parameter cookie: Of another session of the account, for the page.
    func isOpen(_ session: SessionResponse, cookie: String, on server: TestServer) async throws -> Bool {
        switch self {
        case .call: return try await server.status(session) == 200
        case .gate: return try await server.gate(session) == "open"
        case .introspection: return try await server.introspect(session.accessToken).active
        case .refresh:
            // A refresh removes an idle lock, which rotates the access token.
            let response = try await server.refresh(session.refreshToken)
            guard response.status == 200 else { return false }
            guard try !response.session().user.locked else { return false }
            return try await server.status(session) == 200
        case .page: return try await server.get("/settings/security", cookie: cookie).status == 200
        }
    }
}
