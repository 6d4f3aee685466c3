import HTTPTypes
import Hummingbird
import LatchkeyAPI

/// The call of a reverse proxy that asks whether a request may go on.
struct GateController: Sendable {
    let gate: GateService
    private let refusals: [GateRefusal: APIResponse]

    init(gate: GateService) {
        self.gate = gate
        refusals = Dictionary(uniqueKeysWithValues: GateRefusal.allCases.map { ($0, Self.answer(to: $0)) })
    }

    var endpoints: [Endpoint] {
        [Endpoint(.get, "/api/auth/gate", .anonymous, isActivity: false, isRoutine: true, answer: ask)]
    }

    private func ask(_ request: APIRequest) async throws -> APIResponse {
        let verdict = try await gate.verdict(on: request.credential) {
            guard let text = request.query["max_age"] else { return nil }
            // A hundred years at most.
            return .seconds(try Input.number(text, named: "max_age", 0...3_153_600_000, standard: 0))
        }
        switch verdict {
        case .open(let pass):
            var answer = APIResponse.noContent
            answer.headers[.latchkeyUserID] = pass.accountID
            answer.headers[.latchkeyEmail] = pass.email
            return answer
        case .closed(let refusal):
            return refusals[refusal] ?? .problem(Problem(.unauthenticated))
        }
    }

    /// 401 for all of them: proxies know what to do with that one alone.
    private static func answer(to refusal: GateRefusal) -> APIResponse {
        let detail =
            switch refusal {
            case .unauthenticated: "There is no session, or it has ended. Sign in."
            case .locked: "The session is locked. Give the passcode to unlock it."
            case .passcodeTooOld: "The passcode was given too long ago, or never. Give it again."
            }
        var answer = APIResponse.problem(Problem(.unauthenticated, detail: detail))
        answer.headers[.wwwAuthenticate] = "Bearer"
        answer.headers[.latchkeyReason] = refusal.rawValue
        return answer
    }
}

extension HTTPField.Name {
    // Constants of legal characters.
    static let latchkeyUserID = HTTPField.Name("X-Latchkey-User-Id").unsafelyUnwrapped
    static let latchkeyEmail = HTTPField.Name("X-Latchkey-Email").unsafelyUnwrapped
    static let latchkeyReason = HTTPField.Name("X-Latchkey-Reason").unsafelyUnwrapped
}
