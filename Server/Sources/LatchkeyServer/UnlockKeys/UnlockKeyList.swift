import Foundation

/// The response of `GET /api/auth/unlock-keys`.
struct UnlockKeyList: Encodable, Sendable {
    /// A device, as shown to its owner.
    struct Item: Encodable, Sendable {
        let id: String
        let deviceName: String?
        let createdAt: Date
        let lastUsedAt: Date?

        private enum CodingKeys: CodingKey { case id, deviceName, createdAt, lastUsedAt }

        init(_ key: UnlockKey) {
            (id, deviceName) = (key.id, key.deviceName)
            (createdAt, lastUsedAt) = (key.createdAt.date, key.lastUsedAt?.date)
        }

        /// Encodes absent values as `null`.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(deviceName, forKey: .deviceName)
            try container.encode(createdAt, forKey: .createdAt)
            try container.encode(lastUsedAt, forKey: .lastUsedAt)
        }
    }

    /// Oldest first.
    let unlockKeys: [Item]
}
