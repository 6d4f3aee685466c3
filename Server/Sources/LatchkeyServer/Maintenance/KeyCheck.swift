/// Finds out at the start whether the secret keys are those that the database was written with.
struct KeyCheck: Sendable {
    private static let content = Array("latchkey".utf8)

    let store: any Store

    /// Whether a key was ever used with this database.
    func isKeyed() async throws -> Bool {
        try await store.read { try $0.keyCheck.find() != nil }
    }

    /// - Throws: ``SettingError`` when the keys are others.
    func verify(_ sealer: Sealer) async throws {
        let record = try sealer.seal(Self.content, for: .keyCheck, context: "")
        let stored = try await store.write { repositories in
            if let stored = try repositories.keyCheck.find() { return stored }
            try repositories.keyCheck.insert(record)
            return record
        }
        guard (try? sealer.open(stored, for: .keyCheck, context: "")) == Self.content else {
            throw SettingError(name: .secretKeys, reason: "not the keys that this database was written with")
        }
    }

    /// Seals the row anew: from then on the server starts without the key that it was under.
    func reseal(_ sealer: Sealer) async throws {
        try await store.write { repositories in
            guard let stored = try repositories.keyCheck.find(),
                let record = try sealer.resealed(stored, for: .keyCheck, context: "")
            else { return }
            try repositories.keyCheck.update(record)
        }
    }
}
