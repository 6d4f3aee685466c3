public import Foundation

extension User {
    /// The team's rules for all accounts of its server. The server enforces them; a client offers only what they allow.
    public struct Policy: Codable, Equatable, Sendable {
        /// Whether each account must have a passcode, which cannot be disabled.
        public var passcodeRequired: Bool
        /// The longest timeout in minutes. A longer setting has the same effect.
        public var longestTimeoutMinutes: Int
        /// Whether an app may unlock by biometrics. If false, it deletes the data that it stores for them.
        public var biometricsAllowed: Bool
        /// Whether unlocking an app requires the server. If true, the app does not unlock by biometrics.
        public var serverUnlockRequired: Bool
        /// The time when the request's session ends, even if it is refreshed; nil if the server does not send it.
        public var sessionEndsAt: Date?

        /// The policy of a server without team rules.
        public static let unrestricted = Policy()

        /// The timeouts that users may choose, in minutes.
        public var allowedTimeouts: [Int] { User.allowedTimeouts.filter { $0 <= longestTimeoutMinutes } }

        public init(
            passcodeRequired: Bool = false, longestTimeoutMinutes: Int = 60, biometricsAllowed: Bool = true,
            sessionEndsAt: Date? = nil, serverUnlockRequired: Bool = false
        ) {
            (self.passcodeRequired, self.longestTimeoutMinutes) = (passcodeRequired, longestTimeoutMinutes)
            (self.biometricsAllowed, self.sessionEndsAt) = (biometricsAllowed, sessionEndsAt)
            self.serverUnlockRequired = serverUnlockRequired
        }
    }
}

extension User.Policy {
    private enum CodingKeys: CodingKey {
        case passcodeRequired, longestTimeoutMinutes, biometricsAllowed, sessionEndsAt, serverUnlockRequired
    }

    /// A missing member restricts nothing.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let open = Self.unrestricted
        self.init(
            passcodeRequired: try container.decodeIfPresent(Bool.self, forKey: .passcodeRequired)
                ?? open.passcodeRequired,
            longestTimeoutMinutes: try container.decodeIfPresent(Int.self, forKey: .longestTimeoutMinutes)
                ?? open.longestTimeoutMinutes,
            biometricsAllowed: try container.decodeIfPresent(Bool.self, forKey: .biometricsAllowed)
                ?? open.biometricsAllowed,
            sessionEndsAt: try container.decodeIfPresent(Date.self, forKey: .sessionEndsAt),
            serverUnlockRequired: try container.decodeIfPresent(Bool.self, forKey: .serverUnlockRequired)
                ?? open.serverUnlockRequired)
    }

    /// Omits the last rule unless it applies: older clients and servers do not have it.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(passcodeRequired, forKey: .passcodeRequired)
        try container.encode(longestTimeoutMinutes, forKey: .longestTimeoutMinutes)
        try container.encode(biometricsAllowed, forKey: .biometricsAllowed)
        try container.encodeIfPresent(sessionEndsAt, forKey: .sessionEndsAt)
        try container.encodeIfPresent(serverUnlockRequired ? true : nil, forKey: .serverUnlockRequired)
    }
}
