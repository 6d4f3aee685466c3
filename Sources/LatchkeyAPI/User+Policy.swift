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
        /// The time when the request's session ends, even if it is refreshed; nil if the server does not send it.
        public var sessionEndsAt: Date?

        /// The policy of a server without team rules.
        public static let unrestricted = Policy()

        /// The timeouts that users may choose, in minutes.
        public var allowedTimeouts: [Int] { User.allowedTimeouts.filter { $0 <= longestTimeoutMinutes } }

        public init(
            passcodeRequired: Bool = false, longestTimeoutMinutes: Int = 60, biometricsAllowed: Bool = true,
            sessionEndsAt: Date? = nil
        ) {
            (self.passcodeRequired, self.longestTimeoutMinutes) = (passcodeRequired, longestTimeoutMinutes)
            (self.biometricsAllowed, self.sessionEndsAt) = (biometricsAllowed, sessionEndsAt)
        }
    }
}

extension User.Policy {
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
            sessionEndsAt: try container.decodeIfPresent(Date.self, forKey: .sessionEndsAt))
    }
}
