import Foundation

/// A challenge that was issued to a session and not yet used.
struct PendingChallenge: Equatable, Sendable {
    static let lifetime: Duration = .minutes(5)

    let digest: Data
    let expiresAt: Timestamp
}

extension PendingChallenge {
    /// Returns nil unless both are given.
    init?(digest: Data?, expiresAt: Timestamp?) {
        guard let digest, let expiresAt else { return nil }
        self.init(digest: digest, expiresAt: expiresAt)
    }

    /// Whether the challenge is valid. An expiry further away than its lifetime predates a clock change.
    func isLive(at now: Timestamp) -> Bool {
        now < expiresAt && expiresAt - now <= Self.lifetime + Session.clockTolerance
    }
}
