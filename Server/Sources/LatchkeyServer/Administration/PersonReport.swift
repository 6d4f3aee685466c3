import Crypto
import Foundation
import LatchkeyAPI

/// The response of `GET /api/admin/people/{id}`. Contains nothing that opens a session.
struct PersonReport: Encodable, Sendable {
    let id: String
    let email: String
    let role: AccountRole
    /// Whether the team's provider decides on the role.
    let roleOfProvider: Bool
    let state: AccountState
    let passcodeEnabled: Bool
    let timeoutMinutes: Int
    let createdAt: Date
    let suspendedAt: Date?
    let mailTrouble: DeliveryStatus?
    /// The account's sessions, newest first.
    let sessions: [SessionReport]
    /// The account's devices with an unlock key, oldest first.
    let unlockKeys: [DeviceReport]
    /// The account's passkeys, oldest first.
    let passkeys: [PasskeyList.Item]
    /// The activity of the last 90 days, newest first.
    let activity: [ActivityPage.Event]
    /// Acts on the account, newest first.
    let acts: [AdministrationLogPage.Entry]
}

extension Account {
    /// The validator of the account's state for `If-Match`. It ignores sessions, which start and end by themselves.
    var entityTag: String {
        let parts = [
            id, email, role.rawValue, state.rawValue, "\(passcodeVersion)", "\(suspendedAt?.milliseconds ?? 0)",
        ]
        let digest = SHA256.hash(data: parts.reduce([]) { $0 + LengthPrefixed.join($1) })
        return "\"\(HexText.encode(Array(digest.prefix(8))))\""
    }
}
