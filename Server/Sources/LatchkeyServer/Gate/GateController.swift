import HTTPTypes
import Hummingbird
import LatchkeyAPI

/// The call by which a reverse proxy asks whether a request may go on.
struct GateController: Sendable {
    let gate: GateService
    private static let refusals = Dictionary(
        uniqueKeysWithValues: GateRefusal.allCases.map { ($0, response(to: $0)) })

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/api/auth/gate", .anonymous, isActivity: false, isRoutine: true, answer: ask)]
    }

    private func ask(_ request: APIRequest) async throws -> APIResponse {
        let decision = try await gate.decide(on: request.credential) {
            GateQuestion(
                maxAge: try Self.maxAge(in: request).map { .seconds($0) },
                isActivity: try ActivityRule(request.queryValue("activity")).isActivity(request.head.headers))
        }
        switch decision {
        case .open(let userID, let email):
            var response = APIResponse.noContent
            response.headers[.latchkeyUserID] = userID
            response.headers[.latchkeyEmail] = email
            return response
        case .closed(.passcodeTooOld):
            return try Self.stepUp(maxAge: Self.maxAge(in: request))
        case .closed(let reason):
            return Self.refusals[reason] ?? .problem(Problem(.unauthenticated))
        }
    }

    /// In seconds; nil for any time.
    private static func maxAge(in request: APIRequest) throws -> Int64? {
        guard let text = try request.queryValue("max_age") else { return nil }
        // A hundred years at most.
        return try Input.number(text, named: "max_age", 0...3_153_600_000, standard: 0)
    }

    /// Asks for the passcode again, as RFC 9470, 3 has it.
    private static func stepUp(maxAge: Int64?) -> APIResponse {
        var response = response(to: .passcodeTooOld)
        response.headers[.wwwAuthenticate] =
            "Bearer error=\"insufficient_user_authentication\", "
            + "error_description=\"The passcode was given too long ago, or never\", max_age=\"\(maxAge ?? 0)\""
        return response
    }

    /// All of them are 401, the one status that proxies know what to do with.
    private static func response(to reason: GateRefusal) -> APIResponse {
        let detail =
            switch reason {
            case .unauthenticated: "There is no session, or it has ended. Sign in."
            case .locked: "The session is locked. Give the passcode to unlock it."
            case .passcodeRequired: "The team requires a passcode. Set one."
            case .passcodeTooOld: "The passcode was given too long ago, or never. Give it again."
            }
        var response = APIResponse.problem(Problem(.unauthenticated, detail: detail))
        response.headers[.wwwAuthenticate] = "Bearer"
        response.headers[.latchkeyReason] = reason.rawValue
        return response
    }
}

extension HTTPField.Name {
    // Constants of legal characters.
    static let latchkeyUserID = HTTPField.Name("X-Latchkey-User-Id").unsafelyUnwrapped
    static let latchkeyEmail = HTTPField.Name("X-Latchkey-Email").unsafelyUnwrapped
    static let latchkeyReason = HTTPField.Name("X-Latchkey-Reason").unsafelyUnwrapped
}
