import HTTPTypes
import Hummingbird
import LatchkeyAPI

/// The endpoint with which a reverse proxy authorizes a request.
struct GateController: Sendable {
    let gate: GateService
    private static let rejections = Dictionary(
        uniqueKeysWithValues: GateRejection.allCases.map { ($0, response(to: $0)) })

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/api/auth/gate", isRoutine: true, .anonymous(ask), direct: askDirectly)]
    }

    /// Checks the session before the query.
    private func ask(_ request: APIRequest) async throws -> APIResponse {
        switch try await gate.decide(on: Credential(in: request.head.headers)) {
        case .closed(let reason):
            return Self.rejections[reason] ?? .problem(Problem(.unauthenticated))
        case .open(let session, let now):
            return try response(to: session, at: now, request)
        }
    }

    private func askDirectly(_ request: DirectRequest, _ reply: @escaping @Sendable (APIResponse?) -> Void) {
        guard let credential = Credential(in: request.headers) else { return reply(nil) }
        gate.findOpenSession(of: credential.secret, credential.kind) { found in
            reply(found.flatMap { try? response(to: $0.session, at: $0.now, request) })
        }
    }

    /// Returns the response to an open session.
    private func response(
        to session: GateSession, at now: Timestamp, _ request: some RequestFields
    ) throws -> APIResponse {
        let maxAge = try Self.maxAge(in: request)
        let isActivity = try ActivityRule(request.queryValue("activity")).isActivity(request.headers)
        if let maxAge, !session.isPasscodeVerified(within: .seconds(maxAge), at: now) {
            return Self.stepUp(maxAge: maxAge)
        }
        if isActivity { gate.noteActivity(of: session, at: now) }
        var response = APIResponse.noContent
        response.headers[.latchkeyUserID] = session.accountID
        response.headers[.latchkeyEmail] = session.email
        return response
    }

    /// Returns the maximum age in seconds; nil for any.
    private static func maxAge(in request: some RequestFields) throws -> Int64? {
        guard let text = try request.queryValue("max_age") else { return nil }
        // At most a hundred years.
        return try Input.number(text, named: "max_age", 0...3_153_600_000, default: 0)
    }

    /// Returns a response that requires a new passcode verification (RFC 9470, 3).
    private static func stepUp(maxAge: Int64) -> APIResponse {
        var response = response(to: .passcodeTooOld)
        response.headers[.wwwAuthenticate] = AuthenticationChallenge.stepUp(maxAge: .seconds(maxAge)).value
        return response
    }

    /// Returns the response to a rejection: always 401, the status that proxies handle.
    private static func response(to reason: GateRejection) -> APIResponse {
        let detail =
            switch reason {
            case .unauthenticated: "There is no session, or it has ended. Sign in."
            case .locked: "The session is locked. Enter the passcode to unlock it."
            case .passcodeRequired: "The team requires a passcode. Set one."
            case .passcodeTooOld: "The passcode was verified too long ago, or never. Enter it again."
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
