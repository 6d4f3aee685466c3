import Foundation

/// The commands about secrets.
extension ServerProcess {
    /// The result of ``rewrapKeys()``, as messages for the operator.
    public struct RewrapResult: Sendable {
        /// The messages for the operator, one line each.
        public let lines: [String]
        /// Whether all records could be read.
        public let isComplete: Bool
    }

    /// Encrypts all records with the first secret key, while servers run.
    public func rewrapKeys() async throws -> RewrapResult {
        let store = try await openStore(.updated)
        let (keys, sealer) = try await secrets(of: store)
        let records = PasscodeRecordSealer(sealer: sealer, random: SystemRandomSource())
        // Staged passcodes use the key of their import until it ends.
        _ = try await importRecovery(store, records).run()
        let report = try await KeyRewrap(store: store, sealer: sealer, records: records).run()
        let ends = try await store.read { try $0.oneTimeTokens.ends(exceptKey: keys.first.id, after: $0.now) }
        var lines = ["\(report.resealed) records encrypted again; all use \(keys.first.id)"]
        let unreadable = try await report.unreadable + keptPasscodes(in: store)
        if !unreadable.isEmpty {
            lines = ["\(report.resealed) records encrypted again; skipped, because they cannot be read:"]
            lines += unreadable
        }
        for (id, end) in ends.sorted(by: { $0.key < $1.key }) {
            let time = end.date.formatted(.iso8601)
            lines.append("emailed links under \(id) require that key until \(time)")
        }
        return RewrapResult(lines: lines, isComplete: unreadable.isEmpty)
    }

    /// Returns imported passcodes that could not be stored in their accounts. They keep the key of their import.
    private func keptPasscodes(in store: any Store) async throws -> [String] {
        try await store.read { transaction in
            try transaction.imports.ids().flatMap { id in
                try transaction.imports.staged(importID: id, limit: .max, except: [])
                    .map { "staged_passcodes \($0.key)" }
            }
        }
    }

    /// Imports passcodes from a file. Returns their number.
    ///
    /// - Throws: ``PasscodeImportError`` if a line cannot be imported. Then nothing was imported, except with
    ///   ``PasscodeImportError/incomplete(given:_:)``.
    public func importPasscodes(file: String) async throws -> Int {
        guard let data = FileManager.default.contents(atPath: URL(filePath: file).path) else {
            throw PasscodeImportError.unreadable("it does not exist, or is not readable")
        }
        let entries = try PasscodeFile.read(data)
        let store = try await openStore(.made)
        let (_, sealer) = try await secrets(of: store)
        let workers = KDFWorkers(
            threads: settings.kdfPermits, queueLimit: PasscodeImport.batchSize, deadline: .days(1))
        let records = PasscodeRecordSealer(sealer: sealer, random: SystemRandomSource())
        do {
            try await PasscodeImport(
                store: store, hasher: Argon2idHasher(parameters: .standard), workers: workers,
                recovery: importRecovery(store, records)
            ).run(entries)
        } catch {
            try? await workers.shutdown()
            throw error
        }
        try await workers.shutdown()
        return entries.count
    }

    private func importRecovery(_ store: any Store, _ records: PasscodeRecordSealer) -> ImportRecovery {
        let unreadable = UnreadableRows(logger: logger)
        return ImportRecovery(
            store: store, records: records, activity: ActivityLog(unreadable: unreadable), unreadable: unreadable)
    }
}
