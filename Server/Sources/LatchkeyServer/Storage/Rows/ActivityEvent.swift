import LatchkeyAPI

/// Something that happened on an account: the row in `activity`.
struct ActivityEvent: Codable, Equatable, Sendable {
    /// Nil before it is stored.
    var id: Int64?
    let accountID: String
    let at: Timestamp
    let kind: ActivityKind
    let deviceName: String?
    let ip: String?

    static let lifetime: Duration = .days(180)
    /// How many of a kind an account keeps, the newest. Whoever has a session can cause any number of some kinds, by
    /// wrong and right passcodes or by timeouts in turn, but none of them hides another kind.
    static let kept = 1000
}
