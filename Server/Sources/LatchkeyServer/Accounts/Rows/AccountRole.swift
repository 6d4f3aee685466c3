/// The role of an account in its team.
enum AccountRole: String, Encodable, Sendable {
    case member
    /// An account that may administer other accounts.
    case administrator
}
