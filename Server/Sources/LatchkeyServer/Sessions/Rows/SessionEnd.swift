/// The end of a session, to be read under the team's rules.
struct SessionEnd: Equatable, Sendable {
    private let signedInAt: Timestamp
    private let latest: Timestamp

    /// - Parameters:
    ///   - signedInAt: When the session started.
    ///   - latest: The latest end, set at sign-in, or that of its token.
    init(signedInAt: Timestamp, latest: Timestamp) {
        (self.signedInAt, self.latest) = (signedInAt, latest)
    }

    /// Returns the effective end. A longer rule does not extend existing sessions, because their cookie or token
    /// expires.
    func time(under rules: TeamRules) -> Timestamp { min(latest, signedInAt + rules.sessionLifetime) }
}

extension Session {
    func endsAt(under rules: TeamRules) -> Timestamp {
        SessionEnd(signedInAt: createdAt, latest: expiresAt).time(under: rules)
    }
}
