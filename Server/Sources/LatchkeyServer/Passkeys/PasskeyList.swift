import Foundation

/// The response of `GET /api/auth/passkeys`.
struct PasskeyList: Encodable, Sendable {
    /// A passkey, as shown to its owner.
    struct Item: Encodable, Sendable {
        let id: String
        let name: String
        let createdAt: Date
        let lastUsedAt: Date?

        private enum CodingKeys: CodingKey { case id, name, createdAt, lastUsedAt }

        init(_ passkey: Passkey) {
            (id, name) = (passkey.id, passkey.name)
            (createdAt, lastUsedAt) = (passkey.createdAt.date, passkey.lastUsedAt?.date)
        }

        /// Encodes the passkey. An absent time is `null`, not omitted.
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(id, forKey: .id)
            try container.encode(name, forKey: .name)
            try container.encode(createdAt, forKey: .createdAt)
            try container.encode(lastUsedAt, forKey: .lastUsedAt)
        }
    }

    /// The account's passkeys, oldest first.
    let passkeys: [Item]
}
