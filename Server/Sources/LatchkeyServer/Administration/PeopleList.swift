import Foundation

/// The response of `GET /api/admin/people`.
struct PeopleList: Encodable, Sendable {
    /// An account in the list.
    struct Item: Encodable, Sendable {
        let id: String
        let email: String
        let role: AccountRole
        let state: AccountState
        let devices: Int
        /// The last activity of any session; nil without a session.
        let lastActiveAt: Date?

        init(_ account: Account, _ row: PersonRows.Row) {
            (id, email, role, state) = (account.id, account.email, account.role, account.state)
            devices = row.devices
            lastActiveAt = row.lastActiveAt?.date
        }
    }

    /// The accounts of the page, by address.
    let people: [Item]
    /// The value of `after` in the next request; nil at the end.
    let next: String?
}
