/// Whether a call may be sent again.
///
/// | | nothing was sent | the answer was lost, or a proxy answered 502, 503 or 504 | the server answered 503 |
/// | --- | --- | --- | --- |
/// | `always` | yes | yes | yes |
/// | `refresh` | once | once | once |
/// | `unlessReceived` | yes | no | yes |
/// | `never` | no | no | no |
///
/// Nothing else is sent again: what the server decided (any 4xx, 429 too) is the caller's to act on.
enum Repetition: Sendable {
    /// Reads, or leaves the same behind when done twice.
    case always
    /// The previous token counts for 30 seconds more, until its successor is used; after that its use ends the
    /// session. So there is one repetition, and it is over before then.
    case refresh
    /// Sends mail or uses something up. With its 503 the server says that nothing was spent.
    case unlessReceived
    /// Checks or hashes a passcode: a 503 may come after the attempt was counted.
    case never
}

/// Why an attempt failed, if the call may work when sent again.
enum AttemptFailure: Equatable {
    case notConnected
    case answerLost
    case unavailable

    init?(_ error: HTTPTransportError) {
        switch error {
        case .notConnected: self = .notConnected
        case .connectionLost, .timedOut: self = .answerLost
        case .cancelled, .tls, .responseTooLarge, .other: return nil
        }
    }

    init?(_ response: TransportResponse) {
        guard [502, 503, 504].contains(response.status) else { return nil }
        // Only the server itself knows that nothing was spent.
        self = Problem(response)?.kind == .temporarilyUnavailable && response.status == 503 ? .unavailable : .answerLost
    }
}

extension Repetition {
    func allows(_ failure: AttemptFailure) -> Bool {
        switch self {
        case .always, .refresh: true
        case .unlessReceived: failure != .answerLost
        case .never: false
        }
    }
}
