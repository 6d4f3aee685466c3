/// A token of the provider's, or another thing that counts once: the row in `used_tokens`.
struct UsedToken: Codable, Equatable, Sendable {
    /// SHA-256, in hexadecimal.
    let digest: String
    /// From here on the token is refused anyway.
    let expiresAt: Timestamp

    /// How much longer than the token a row is kept: the clocks of the server and of the database may differ.
    static let margin: Duration = .minutes(10)
}
