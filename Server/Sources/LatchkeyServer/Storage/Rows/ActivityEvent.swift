import LatchkeyAPI

/// An event on an account: the row in `activity`.
struct ActivityEvent: Codable, Equatable, Sendable {
    /// Nil before it is stored.
    var id: Int64?
    let accountID: String
    let at: Timestamp
    let kind: ActivityKind
    let deviceName: String?
    let ip: String?

    static let lifetime: Duration = .days(180)
    /// How many events of a kind an account keeps, the newest. A session can cause any number of some kinds, by wrong
    /// and right passcodes or by alternating timeouts, but none of them hides another kind.
    static let kept = 1000
}
