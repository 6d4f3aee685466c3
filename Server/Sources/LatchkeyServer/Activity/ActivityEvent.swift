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
}
