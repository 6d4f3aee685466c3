/// An account as the server shows it to its owner.
public struct User: Codable, Equatable, Sendable {
    /// Opaque; stays the same for the life of the account.
    public var id: String
    /// In lower case.
    public var email: String
    /// True also when the passcode is disabled, or can only be reset.
    public var hasPasscode: Bool
    /// Whether a passkey can unlock the account's sessions in a browser. False from a server that does not know of any.
    public var hasPasskey: Bool
    /// Whether sessions lock; a disabled passcode is kept. Always true of a passcode that the team requires.
    public var passcodeEnabled: Bool
    /// How long a session may be idle before it locks; one of ``allowedTimeouts``, and no longer than the team allows.
    public var passcodeTimeoutMinutes: Int
    /// Whether the session of this request is locked.
    public var locked: Bool
    /// A BCP 47 tag, `en` for example.
    public var language: String
    /// What the team that runs the server decided. ``Policy/unrestricted`` from a server that does not know of it.
    public var policy: Policy

    /// The timeouts that the server accepts, in minutes (requirement 02: one minute to one hour).
    public static let allowedTimeouts = [1, 5, 15, 30, 60]

    public init(
        id: String, email: String, hasPasscode: Bool, passcodeEnabled: Bool, passcodeTimeoutMinutes: Int,
        locked: Bool, language: String, policy: Policy = .unrestricted, hasPasskey: Bool = false
    ) {
        (self.id, self.email, self.hasPasscode, self.passcodeEnabled) = (id, email, hasPasscode, passcodeEnabled)
        (self.passcodeTimeoutMinutes, self.locked, self.language) = (passcodeTimeoutMinutes, locked, language)
        (self.policy, self.hasPasskey) = (policy, hasPasskey)
    }
}

extension User {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decode(String.self, forKey: .id),
            email: try container.decode(String.self, forKey: .email),
            hasPasscode: try container.decode(Bool.self, forKey: .hasPasscode),
            passcodeEnabled: try container.decode(Bool.self, forKey: .passcodeEnabled),
            passcodeTimeoutMinutes: try container.decode(Int.self, forKey: .passcodeTimeoutMinutes),
            locked: try container.decode(Bool.self, forKey: .locked),
            language: try container.decode(String.self, forKey: .language),
            policy: try container.decodeIfPresent(Policy.self, forKey: .policy) ?? .unrestricted,
            hasPasskey: try container.decodeIfPresent(Bool.self, forKey: .hasPasskey) ?? false)
    }
}

extension User {
    /// Whether the team requires a passcode, and the account has none.
    public var lacksRequiredPasscode: Bool { policy.passcodeRequired && !hasPasscode }
}
