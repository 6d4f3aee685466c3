/// The role of an account in its team.
enum AccountRole: String, Encodable, Sendable {
    case member
    /// May administer other accounts.
    case administrator
}
