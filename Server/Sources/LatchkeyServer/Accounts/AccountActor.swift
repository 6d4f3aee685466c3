/// The administrator or operator who performs an act of administration.
struct AccountActor: Sendable {
    /// The administrator; nil for an operator of the server.
    let account: Account?
    /// The name of the administrator's session.
    let device: String?
    let client: ClientInfo

    /// An operator on the server.
    static let `operator` = AccountActor(account: nil, device: nil, client: ClientInfo(ip: nil))
}
