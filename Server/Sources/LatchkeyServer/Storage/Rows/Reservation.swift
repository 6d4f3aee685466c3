/// An attempt that is spent until it is settled: the row in `reservations`.
struct Reservation: Codable, Equatable, Sendable {
    let id: String
    let accountID: String
    let sessionID: String
    let reservedAt: Timestamp
    /// The versions of the account's passcode and of the session's lock when it was reserved.
    let passcodeVersion: Int
    let lockVersion: Int
}
