/// An account as the server shows it to its owner.
public struct User: Codable, Equatable, Sendable {
    /// Opaque; stays the same for the life of the account.
    public var id: String
    /// In lower case.
    public var email: String
    /// True also when the passcode is disabled, or can only be reset.
    public var hasPasscode: Bool
    /// Whether sessions lock; a disabled passcode is kept.
    public var passcodeEnabled: Bool
    /// How long a session may be idle before it locks; one of ``allowedTimeouts``.
    public var passcodeTimeoutMinutes: Int
    /// Whether the session of this request is locked.
    public var locked: Bool
    /// A BCP 47 tag, `en` for example.
    public var language: String

    /// The timeouts that the server accepts, in minutes (requirement 02: one minute to one hour).
    public static let allowedTimeouts = [1, 5, 15, 30, 60]

    public init(
        id: String, email: String, hasPasscode: Bool, passcodeEnabled: Bool, passcodeTimeoutMinutes: Int,
        locked: Bool, language: String
    ) {
        (self.id, self.email, self.hasPasscode, self.passcodeEnabled) = (id, email, hasPasscode, passcodeEnabled)
        (self.passcodeTimeoutMinutes, self.locked, self.language) = (passcodeTimeoutMinutes, locked, language)
    }
}
