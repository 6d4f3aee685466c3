/// The check that the secret keys are those of the database.
struct KeyCheck: Sendable {
    private static let content = Array("latchkey".utf8)

    let store: any Store

    /// Whether a key was ever used with this database.
    func isKeyed() async throws -> Bool {
        try await store.read { try $0.keyCheck.find() != nil }
    }

    /// The target of a move of the database; nil for a database in use.
    func mark() async throws -> MoveMark? {
        try await store.read { try $0.keyCheck.find() }.flatMap(MoveMark.init)
    }

    /// Returns the record to store with the keys.
    static func record(_ sealer: Sealer) throws -> String {
        try sealer.seal(content, for: .keyCheck, context: "")
    }

    /// Throws ``SettingError`` if the keys cannot decrypt the record, or the record marks the database as moved.
    static func demand(_ sealer: Sealer, opens record: String) throws {
        if let mark = MoveMark(record) { throw mark.rejection }
        guard (try? sealer.open(record, for: .keyCheck, context: "")) == content else {
            throw SettingError(
                name: \.secretKeys, reason: "the keys do not decrypt this database. Use the keys that encrypted it")
        }
    }

    /// Throws ``SettingError`` if the keys are not those of the database.
    func verify(_ sealer: Sealer) async throws {
        // Writes only if necessary, because standbys may be missing at the start.
        if let stored = try await store.read({ try $0.keyCheck.find() }) {
            return try Self.demand(sealer, opens: stored)
        }
        let record = try Self.record(sealer)
        let stored = try await store.write(on: .rows) { transaction in
            try transaction.keyCheck.insert(record)
            // Another process may have been first.
            return try transaction.keyCheck.find() ?? record
        }
        try Self.demand(sealer, opens: stored)
    }

    /// Seals the record with the first key. From then on, servers start without the previous key.
    func reseal(_ sealer: Sealer) async throws {
        try await store.write(on: .rows) { transaction in
            guard let stored = try transaction.keyCheck.find(),
                let record = try sealer.resealed(stored, for: .keyCheck, context: "")
            else { return }
            try transaction.keyCheck.update(record)
        }
    }
}
