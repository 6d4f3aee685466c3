import Foundation
import LatchkeyAPI

/// A session as an operator sees it.
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
    /// The id, the device, whether it is locked, and when it signed in and was last active, with tabs between them.
    public var description: String {
        [
            id, deviceName ?? (transport == .cookie ? "a browser" : "an app"), locked ? "locked" : "unlocked",
            "signed in \(createdAt.formatted(.iso8601))", "active \(lastActiveAt.formatted(.iso8601))",
        ].joined(separator: "\t")
    }
}
