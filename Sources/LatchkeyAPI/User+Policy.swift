public import Foundation

extension User {
    /// What the team that runs the server decided for all its accounts. The server sees to it; a client shows no more
    /// than is allowed.
    public struct Policy: Codable, Equatable, Sendable {
        /// Whether each account must have a passcode, which cannot be disabled.
        public var passcodeRequired: Bool
        /// In minutes. A longer setting counts as this.
        public var longestTimeoutMinutes: Int
        /// Whether an app may unlock by biometrics. Where it may not, it lets go of what it keeps for them.
        public var biometricsAllowed: Bool
        /// When the session of the request ends, however often it is refreshed; nil when the server does not say.
        public var sessionEndsAt: Date?

        /// That of a server without rules of a team.
        public static let unrestricted = Policy()

        /// The timeouts that one may choose, in minutes.
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
    /// A member that a server does not know of restricts nothing.
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
