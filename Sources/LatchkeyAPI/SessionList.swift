public import Foundation

/// The answer of `GET /api/auth/sessions`.
public struct SessionList: Codable, Equatable, Sendable {
    /// One of the account's sessions.
    public struct Session: Codable, Equatable, Sendable {
        /// Names the session in `DELETE /api/auth/sessions/{id}`.
        public var id: String
        /// Given at sign-in; nil when none was.
        public var deviceName: String?
        /// When it was signed in.
        public var createdAt: Date
        /// May lag by five seconds.
        public var lastActiveAt: Date
        /// Whether it is the session of this request.
        public var current: Bool

        public init(id: String, deviceName: String?, createdAt: Date, lastActiveAt: Date, current: Bool) {
            (self.id, self.deviceName, self.createdAt) = (id, deviceName, createdAt)
            (self.lastActiveAt, self.current) = (lastActiveAt, current)
        }

        /// An absent name is `null`, not left out.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(deviceName, forKey: .deviceName)
            try container.encode(createdAt, forKey: .createdAt)
            try container.encode(lastActiveAt, forKey: .lastActiveAt)
            try container.encode(current, forKey: .current)
        }
    }

    /// All that have not ended.
    public var sessions: [Session]

    public init(sessions: [Session]) { self.sessions = sessions }
}
