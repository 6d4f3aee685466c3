/// Finds out at the start whether the secret keys are those that the database was written with.
struct KeyCheck: Sendable {
    private static let content = Array("latchkey".utf8)

    let store: any Store

    /// Whether a key was ever used with this database.
    func isKeyed() async throws -> Bool {
        try await store.read { try $0.keyCheck.find() != nil }
    }

    /// - Throws: ``SettingError`` when the keys are not those of the database.
    func verify(_ sealer: Sealer) async throws {
        let record = try sealer.seal(Self.content, for: .keyCheck, context: "")
        let stored = try await store.write(on: .rows) { transaction in
            if let stored = try transaction.keyCheck.find() { return stored }
            try transaction.keyCheck.insert(record)
            // Another process may have been first.
            return try transaction.keyCheck.find() ?? record
        }
        guard (try? sealer.open(stored, for: .keyCheck, context: "")) == Self.content else {
            throw SettingError(name: .secretKeys, reason: "not the keys that this database was written with")
        }
    }

    /// Seals the row under the first key: from then on the server starts without the key that it was under.
    func reseal(_ sealer: Sealer) async throws {
        try await store.write(on: .rows) { transaction in
            guard let stored = try transaction.keyCheck.find(),
                let record = try sealer.resealed(stored, for: .keyCheck, context: "")
            else { return }
            try transaction.keyCheck.update(record)
        }
    }
}
