internal import Foundation
internal import LatchkeySecureStorage

/// A call of the store, performed on a thread that may block.
struct KeyringJob: Sendable {
    let item: KeyringItemName
    let keyring: Keyring
    let timeout: Duration
    /// The error for a failure without its own case.
    let failure: @Sendable (SystemFailure) -> SecureStorageError
    let wiping: @Sendable (UnsafeMutableRawBufferPointer) -> Void
    /// Whether the caller has timed out.
    let isAbandoned: @Sendable () -> Bool

    func exists() throws(SecureStorageError) -> Bool {
        try perform { connection throws(KeyringFailure) in try find(on: connection) != nil }
    }

    /// Calls the body with the item's bytes. Returns nil if there is no item.
    func load<Value>(_ body: (Data) throws(SecureStorageError) -> Value) throws(SecureStorageError) -> Value? {
        try perform { connection throws(KeyringFailure) in
            try read(try find(on: connection), on: connection, body)
        }?.get()
    }

    /// Stores the result of the closure. The closure is called last, so that a secret that cannot be stored is not
    /// copied.
    func save(_ encode: () throws(SecureStorageError) -> Data) throws(SecureStorageError) {
        try change { connection, path throws(SecureStorageError) in
            try store(try encode(), at: path, on: connection)
        }
    }

    func delete() throws(SecureStorageError) {
        try change { connection, path throws(SecureStorageError) in try delete(path, on: connection) }
    }

    func update<Outcome>(
        _ body: (Data?) throws(SecureStorageError) -> (Outcome, SecretCoding.Change)
    ) throws(SecureStorageError) -> Outcome {
        try change { connection, path throws(SecureStorageError) in
            let found: Result<(Outcome, SecretCoding.Change), SecureStorageError>?
            found = try mapped { () throws(KeyringFailure) in try read(path, on: connection, body) }
            let (outcome, change) = if let found { try found.get() } else { try body(nil) }
            switch change {
            case .none: break
            case .store(let data): try store(data, at: path, on: connection)
            case .delete: try delete(path, on: connection)
            }
            return outcome
        }
    }

    /// Calls the body with the item's path, or nil if it is absent, under the service's mutex.
    private func change<Value>(
        _ body: (KeyringConnection, String?) throws(SecureStorageError) -> Value
    ) throws(SecureStorageError) -> Value {
        let done = try perform { connection throws(KeyringFailure) in
            try connection.withMutex(of: item.service, timeout: timeout) {
                connection.searchCall(for: item.attributes)
            } _: { reply throws(KeyringFailure) in
                let path = try find(in: try connection.found(in: reply), on: connection)
                // A result, so that a failure from here on is not retried on another connection.
                return Result { () throws(SecureStorageError) in try body(connection, path) }
            }
        }
        guard let done else { throw .busy }
        return try done.get()
    }

    /// Returns the item's path, or nil if it is absent. Call it before reading: only some keyrings distinguish a locked
    /// item from an absent one on reading, and reading may prompt.
    private func find(on connection: KeyringConnection) throws(KeyringFailure) -> String? {
        try find(in: try connection.search(item.attributes), on: connection)
    }

    private func find(
        in found: KeyringConnection.Found, on connection: KeyringConnection
    ) throws(KeyringFailure) -> String? {
        guard found.locked.isEmpty else { throw .locked }
        guard found.unlocked.count <= 1 else { throw KeyringFailure(.ambiguous, "several items have this name") }
        if let path = found.unlocked.first { return path }
        // A locked keyring may omit its items.
        if let keyring = try connection.defaultKeyring(), try connection.isLocked(keyring: keyring) { throw .locked }
        return nil
    }

    private func read<Value>(
        _ path: String?, on connection: KeyringConnection, _ body: (Data) throws(SecureStorageError) -> Value
    ) throws(KeyringFailure) -> Result<Value, SecureStorageError>? {
        guard let path else { return nil }
        do throws(KeyringFailure) {
            return try connection.read(path, body)
        } catch  where error.kind == .missing {
            // Deleted since it was found, or locked, which must not count as absent.
            guard try find(on: connection) == nil else { throw error }
            return nil
        }
    }

    private func store(_ data: Data, at path: String?, on connection: KeyringConnection) throws(SecureStorageError) {
        defer { data.overwrite(by: wiping) }
        try requireCaller()
        try mapped { () throws(KeyringFailure) in
            try data.withUnsafeBytes { bytes in
                Result { () throws(KeyringFailure) in
                    if let path { try connection.replace(path, with: bytes) } else { try connection.add(item, bytes) }
                }
            }.get()
        }
    }

    private func delete(_ path: String?, on connection: KeyringConnection) throws(SecureStorageError) {
        guard let path else { return }
        try requireCaller()
        try mapped { () throws(KeyringFailure) in
            // Deleted since it was found: there is nothing left to do.
            do throws(KeyringFailure) { try connection.delete(path) } catch  where error.kind == .missing {}
        }
    }

    /// Throws if the caller has timed out, so that nothing is changed.
    private func requireCaller() throws(SecureStorageError) {
        if isAbandoned() { throw failure(.keyringSilent) }
    }

    private func perform<Value>(
        _ work: (KeyringConnection) throws(KeyringFailure) -> Value
    ) throws(SecureStorageError) -> Value {
        try mapped { () throws(KeyringFailure) in try keyring.perform(work) }
    }

    private func mapped<Value>(_ work: () throws(KeyringFailure) -> Value) throws(SecureStorageError) -> Value {
        do throws(KeyringFailure) { return try work() } catch { throw SecureStorageError(error, else: failure) }
    }
}

extension SystemFailure {
    /// The keyring did not respond in time.
    static let keyringSilent = SystemFailure(code: ETIMEDOUT, text: "the keyring does not respond")
}
