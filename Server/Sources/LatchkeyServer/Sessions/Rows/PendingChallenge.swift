import Foundation

/// A challenge that a session's browser was given, and has not answered yet.
struct PendingChallenge: Equatable, Sendable {
    static let lifetime: Duration = .minutes(5)

    let digest: Data
    let expiresAt: Timestamp
}

extension PendingChallenge {
    /// Returns nil unless both are there.
    init?(digest: Data?, expiresAt: Timestamp?) {
        guard let digest, let expiresAt else { return nil }
        self.init(digest: digest, expiresAt: expiresAt)
    }

    /// Whether it may still be answered. An end further off than its lifetime was set before the clock went back.
    func isLive(at now: Timestamp) -> Bool {
        now < expiresAt && expiresAt - now <= Self.lifetime + Session.clockTolerance
    }
}
