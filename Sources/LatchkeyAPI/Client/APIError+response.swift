import Foundation

extension APIError {
    /// The error of a response without success.
    ///
    /// A problem of the server is mapped by its type, and one of an unknown type by its status. A response without a
    /// problem comes from an intermediary, such as a proxy: it can require a wait, but cannot end or lock a session.
    init(_ response: TransportResponse) {
        let status = response.status
        let problem = Problem(response)
        if let problem, let kind = problem.kind, kind.status == status {
            self = APIError(kind, problem, response) ?? .unexpected(status: status)
        } else {
            self =
                APIError(status: status, isProblem: problem != nil, response.retryAfter) ?? .unexpected(status: status)
        }
    }

    /// Returns nil if a required member is missing, or no call of the client has this problem.
    private init?(_ kind: ProblemType, _ problem: Problem, _ response: TransportResponse) {
        let wait = (problem.retryAfter.map { .seconds(max(0, $0)) } ?? response.retryAfter) as Duration?
        switch kind {
        case .invalidRequest: self = .invalidRequest(problem.errors ?? [])
        case .invalidCode: self = .invalidCode
        case .invalidToken: self = .invalidToken
        case .invalidPasskey: self = .invalidPasskey
        case .unauthenticated: self = .unauthenticated
        case .incorrectPasscode:
            guard let remaining = problem.attemptsRemaining, let ended = problem.sessionEnded, let wait else {
                return nil
            }
            self = .incorrectPasscode(attemptsRemaining: remaining, retryAfter: wait, sessionEnded: ended)
        case .passcodeRequired: self = .passcodeRequired
        case .passcodeTooOld: self = .passcodeTooOld(maxAge: nil)
        case .crossSiteRequest: self = .crossSiteRequest
        case .emailSignInDisabled: self = .emailSignInDisabled
        case .notFound: self = .notFound
        case .methodNotAllowed: self = .methodNotAllowed
        case .passcodeNotSet: self = .passcodeNotSet
        case .passcodeAlreadySet: self = .passcodeAlreadySet
        case .passcodeResetRequired: self = .passcodeResetRequired
        case .passkeyNotSet: self = .passkeyNotSet
        case .tooManyPasskeys: self = .tooManyPasskeys
        case .passcodeChanged: self = .passcodeChanged
        case .attemptConflict: self = .attemptConflict
        case .tooManyDevices: self = .tooManyDevices
        case .identityConflict: self = .identityConflict
        case .deviceShut: self = .deviceShut
        case .lastAdministrator: self = .lastAdministrator
        // The client has no calls of administration.
        case .notAdministrator, .ownAccount, .roleOfProvider, .accountChanged: return nil
        case .payloadTooLarge: self = .payloadTooLarge
        case .unsupportedMediaType: self = .unsupportedMediaType
        case .weakPasscode: self = .weakPasscode(reason: problem.reason)
        case .invalidTimeout: self = .invalidTimeout(allowed: problem.allowed ?? User.allowedTimeouts)
        case .locked: self = .locked
        case .tooManyAttempts, .tooManyRequests: self = .tooManyAttempts(retryAfter: wait ?? .seconds(1))
        case .internalError: self = .internalError
        case .temporarilyUnavailable: self = .temporarilyUnavailable(retryAfter: wait)
        }
    }

    private init?(status: Int, isProblem: Bool, _ wait: Duration?) {
        switch status {
        case 401 where isProblem: self = .unauthenticated
        case 404 where isProblem: self = .notFound
        case 405 where isProblem: self = .methodNotAllowed
        case 413: self = .payloadTooLarge
        case 415 where isProblem: self = .unsupportedMediaType
        case 423 where isProblem: self = .locked
        case 429: self = .tooManyAttempts(retryAfter: wait ?? .seconds(1))
        case 500 where isProblem: self = .internalError
        case 502, 503, 504: self = .temporarilyUnavailable(retryAfter: wait)
        default: return nil
        }
    }
}

extension Problem {
    /// Returns nil unless the response is `application/problem+json`.
    init?(_ response: TransportResponse) {
        let type = response.header("Content-Type")?.lowercased().prefix { $0 != ";" }
        guard type?.trimmingCharacters(in: .whitespaces) == "application/problem+json",
            let problem = try? WireFormat.makeDecoder().decode(Problem.self, from: response.body)
        else { return nil }
        self = problem
    }
}

extension TransportResponse {
    /// `Retry-After` in seconds; nil if it is absent, a date or not a number.
    var retryAfter: Duration? {
        guard let text = header("Retry-After"), text.allSatisfy({ $0.isASCII && $0.isNumber }), let seconds = Int(text)
        else { return nil }
        return .seconds(seconds)
    }
}
