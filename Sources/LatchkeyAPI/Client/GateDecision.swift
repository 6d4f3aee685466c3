import Foundation

/// What the gate says about a session.
public enum GateDecision: Equatable, Sendable {
    /// It may pass.
    case open(userID: String, email: String)
    /// It may not.
    case closed(GateRefusal)
}

/// Why a session may not pass, as `X-Latchkey-Reason` says it.
public enum GateRefusal: String, CaseIterable, Sendable {
    /// There is no such session.
    case unauthenticated
    /// It is locked.
    case locked
    /// The team requires a passcode, and none is set.
    case passcodeRequired = "passcode-required"
    /// The passcode was given longer ago than was asked for, or never.
    case passcodeTooOld = "passcode-too-old"
}

extension LatchkeyClient {
    /// Asks whether a session may pass, as a reverse proxy does. Counts as activity when it may.
    ///
    /// - Parameters:
    ///   - maxAge: How long ago the passcode was given at most, in whole seconds; nil for any time.
    ///   - accessToken: Of the session that is asked about.
    public func gate(maxAge: Duration? = nil, accessToken: String) async throws(APIError) -> GateDecision {
        let query = maxAge.map { [URLQueryItem(name: "max_age", value: String(max(0, $0.components.seconds)))] } ?? []
        let response = try await response(
            to: APICall(.get, "/api/auth/gate", query: query, accessToken: accessToken, .always))
        if response.status == 204, let userID = response.header("X-Latchkey-User-Id"),
            let email = response.header("X-Latchkey-Email")
        {
            return .open(userID: userID, email: email)
        }
        if response.status == 401, let reason = response.header("X-Latchkey-Reason").flatMap(GateRefusal.init) {
            return .closed(reason)
        }
        // Without its headers an answer opens nothing.
        throw response.status == 204 ? .unexpected(status: 204) : APIError(response)
    }
}
