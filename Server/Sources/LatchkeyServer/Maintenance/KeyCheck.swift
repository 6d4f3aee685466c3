/// Finds out at the start whether the secret keys are those that the database was written with.
struct KeyCheck: Sendable {
    private static let content = Array("latchkey".utf8)

    let store: any Store

    /// Whether a key was ever used with this database.
    func isKeyed() async throws -> Bool {
        try await store.read { try $0.keyCheck.find() != nil }
    }

    /// Where the database was moved to, or is on its way to; nil for a database in use.
    func mark() async throws -> MoveMark? {
        try await store.read { try $0.keyCheck.find() }.flatMap(MoveMark.init)
    }

    /// What a database that was written with the keys has.
    static func record(_ sealer: Sealer) throws -> String {
        try sealer.seal(content, for: .keyCheck, context: "")
    }

    /// - Throws: ``SettingError`` when the keys are not those that a record was written with, or the record says that
    ///   the database has been moved.
    static func demand(_ sealer: Sealer, opens record: String) throws {
        if let mark = MoveMark(record) { throw mark.refusal }
        guard (try? sealer.open(record, for: .keyCheck, context: "")) == content else {
            throw SettingError(name: \.secretKeys, reason: "not the keys that this database was written with")
        }
    }

    /// - Throws: ``SettingError`` when the keys are not those of the database.
    func verify(_ sealer: Sealer) async throws {
        // A start writes nothing where there is nothing to write: it may be one without standbys.
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
