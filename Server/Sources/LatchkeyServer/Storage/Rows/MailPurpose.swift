/// What a mail is for.
enum MailPurpose: String, Codable, Sendable {
    case signIn = "sign_in"
    case reset
    /// Something happened on the account. Its link is "this wasn't me".
    case notice
}
