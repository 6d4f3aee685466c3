/// When a session ends. It is not read but under the team's rules.
struct SessionEnd: Equatable, Sendable {
    private let signedInAt: Timestamp
    private let latest: Timestamp

    /// - Parameters:
    ///   - signedInAt: When the session began.
    ///   - latest: The end that was given to it then, or to its token.
    init(signedInAt: Timestamp, latest: Timestamp) {
        (self.signedInAt, self.latest) = (signedInAt, latest)
    }

    /// A rule that became longer does not lengthen what has begun: its cookie or token ends all the same.
    func time(under rules: TeamRules) -> Timestamp { min(latest, signedInAt + rules.sessionLifetime) }
}

extension Session {
    func endsAt(under rules: TeamRules) -> Timestamp {
        SessionEnd(signedInAt: createdAt, latest: expiresAt).time(under: rules)
    }
}
