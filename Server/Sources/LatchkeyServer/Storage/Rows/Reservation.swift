/// An attempt that is spent until it is settled: the row in `reservations`.
struct Reservation: Codable, Equatable, Sendable {
    let id: String
    let accountID: String
    let sessionID: String
    let reservedAt: Timestamp
    /// What the account's passcode and the session's lock were when it was reserved.
    let passcodeVersion: Int
    let lockVersion: Int
}
