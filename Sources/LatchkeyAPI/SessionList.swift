public import Foundation

/// The response of `GET /api/auth/sessions`.
public struct SessionList: Codable, Equatable, Sendable {
    /// A session in the list.
    public struct Session: Codable, Equatable, Sendable {
        /// The identifier in `DELETE /api/auth/sessions/{id}`.
        public var id: String
        /// The name from sign-in; nil if there was none.
        public var deviceName: String?
        /// The time of the sign-in.
        public var createdAt: Date
        /// The time of the last activity, up to five seconds late.
        public var lastActiveAt: Date
        /// Whether this is the request's session.
        public var current: Bool

        public init(id: String, deviceName: String?, createdAt: Date, lastActiveAt: Date, current: Bool) {
            (self.id, self.deviceName, self.createdAt) = (id, deviceName, createdAt)
            (self.lastActiveAt, self.current) = (lastActiveAt, current)
        }

        /// Encodes an absent name as `null`.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(deviceName, forKey: .deviceName)
            try container.encode(createdAt, forKey: .createdAt)
            try container.encode(lastActiveAt, forKey: .lastActiveAt)
            try container.encode(current, forKey: .current)
        }
    }

    /// The sessions that have not ended.
    public var sessions: [Session]

    public init(sessions: [Session]) { self.sessions = sessions }
}
