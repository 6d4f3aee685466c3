/// An account, as shown to its user.
public struct User: Codable, Equatable, Sendable {
    /// The opaque identifier, which never changes.
    public var id: String
    /// The email address in lower case.
    public var email: String
    /// Whether there is a passcode, even if it is disabled or requires a reset.
    public var hasPasscode: Bool
    /// Whether a passkey can unlock the account's sessions in a browser. False from a server without passkeys.
    public var hasPasskey: Bool
    /// Whether sessions lock; a disabled passcode is kept. Always true if the team requires a passcode.
    public var passcodeEnabled: Bool
    /// The idle time in minutes before a session locks: one of ``allowedTimeouts``, within the team's limit.
    public var passcodeTimeoutMinutes: Int
    /// Whether the request's session is locked.
    public var locked: Bool
    /// The language as a BCP 47 tag, such as `en`.
    public var language: String
    /// The time zone of emails as an IANA name, such as `Europe/Paris`; nil for UTC.
    public var timeZone: String?
    /// The team's rules. ``Policy/unrestricted`` from a server without them.
    public var policy: Policy

    /// The timeouts that the server accepts, in minutes.
    public static let allowedTimeouts = [1, 5, 15, 30, 60]

    private enum CodingKeys: CodingKey {
        case id, email, hasPasscode, hasPasskey, passcodeEnabled, passcodeTimeoutMinutes, locked, language, timeZone
        case policy
    }

    public init(
        id: String, email: String, hasPasscode: Bool, passcodeEnabled: Bool, passcodeTimeoutMinutes: Int,
        locked: Bool, language: String, policy: Policy = .unrestricted, hasPasskey: Bool = false,
        timeZone: String? = nil
    ) {
        (self.id, self.email, self.hasPasscode, self.passcodeEnabled) = (id, email, hasPasscode, passcodeEnabled)
        (self.passcodeTimeoutMinutes, self.locked, self.language) = (passcodeTimeoutMinutes, locked, language)
        (self.policy, self.hasPasskey, self.timeZone) = (policy, hasPasskey, timeZone)
    }
}

extension User {
    /// Encodes an absent time zone as `null`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(email, forKey: .email)
        try container.encode(hasPasscode, forKey: .hasPasscode)
        try container.encode(hasPasskey, forKey: .hasPasskey)
        try container.encode(passcodeEnabled, forKey: .passcodeEnabled)
        try container.encode(passcodeTimeoutMinutes, forKey: .passcodeTimeoutMinutes)
        try container.encode(locked, forKey: .locked)
        try container.encode(language, forKey: .language)
        try container.encode(timeZone, forKey: .timeZone)
        try container.encode(policy, forKey: .policy)
    }
}

extension User {
    /// Whether the team requires a passcode and the account has none.
    public var lacksRequiredPasscode: Bool { policy.passcodeRequired && !hasPasscode }
}
