import Foundation
import LatchkeyAPI

/// A session, as shown to the operator.
public struct SessionReport: Encodable, Equatable, Sendable {
    let id: String
    let deviceName: String?
    let transport: SessionTransport
    let createdAt: Date
    let lastActiveAt: Date
    let endsAt: Date
    let locked: Bool

    init(_ session: Session, of account: Account, under rules: TeamRules, at now: Timestamp) {
        id = session.id
        deviceName = session.deviceName
        transport = session.transport
        createdAt = session.createdAt.date
        lastActiveAt = session.lastActiveAt.date
        endsAt = session.endsAt(under: rules).date
        locked = session.isLocked(of: account, under: rules, at: now)
    }
}

extension SessionReport: CustomStringConvertible {
    /// The session as one line for the operator: ID, device, lock, time of sign-in and last activity, separated by
    /// tabs.
    public var description: String {
        [
            id, deviceName ?? (transport == .cookie ? "a browser" : "an app"), locked ? "locked" : "unlocked",
            "signed in \(createdAt.formatted(.iso8601))", "active \(lastActiveAt.formatted(.iso8601))",
        ].joined(separator: "\t")
    }
}
