/// A retry rule for a call.
///
/// | | nothing was sent | the response was lost, or a proxy returned 502, 503 or 504 | the server returned 503 |
/// | --- | --- | --- | --- |
/// | `always` | yes | yes | yes |
/// | `refresh` | once | once | once |
/// | `unlessReceived` | yes | no | yes |
/// | `never` | no | no | no |
///
/// Other failures are not retried: the server's decisions (any 4xx, including 429) are for the caller.
enum Repetition: Sendable {
    /// A rule for calls that read, or that have the same effect when repeated.
    case always
    /// A rule for the exchange of a refresh token. The previous token stays valid for 30 seconds, or until its
    /// successor is used. Using it later ends the session. So there is one retry, within that time.
    case refresh
    /// A rule for calls that send an email or consume a token. The server's 503 means that nothing was spent.
    case unlessReceived
    /// A rule for calls that verify or hash a passcode: a 503 may follow after the attempt was counted.
    case never
}

/// The reason that an attempt failed, if the call may be retried.
enum AttemptFailure: Equatable {
    case notConnected
    case responseLost
    case unavailable

    init?(_ error: HTTPTransportError) {
        switch error {
        case .notConnected: self = .notConnected
        case .connectionLost, .timedOut: self = .responseLost
        case .cancelled, .tls, .responseTooLarge, .other: return nil
        }
    }

    init?(_ response: TransportResponse) {
        guard [502, 503, 504].contains(response.status) else { return nil }
        // Only the server itself knows that nothing was spent.
        self =
            Problem(response)?.kind == .temporarilyUnavailable && response.status == 503 ? .unavailable : .responseLost
    }
}

extension Repetition {
    func allows(_ failure: AttemptFailure) -> Bool {
        switch self {
        case .always, .refresh: true
        case .unlessReceived: failure != .responseLost
        case .never: false
        }
    }
}
