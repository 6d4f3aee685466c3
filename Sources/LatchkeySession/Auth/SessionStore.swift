internal import LatchkeySecureStorage

/// The session's record in secure storage.
struct SessionStore: Sendable {
    private static let key = "latchkey.session"
    private static let access = SecureStorageAccess.whenUnlocked

    let storage: any SecureStorageProtocol

    /// Returns the record, or nil if it is absent. A record that cannot be read is an error.
    func load() async throws(SessionError) -> SessionRecord? {
        do { return try await storage.load(SessionRecord.self, for: Self.key) } catch { throw .storage(error) }
    }

    /// Changes the record as one step, across processes.
    func update<Value: Sendable>(
        _ change: @escaping @Sendable (inout SessionRecord?) -> Value
    ) async throws(SessionError) -> Value {
        do {
            return try await storage.update(SessionRecord.self, for: Self.key, access: Self.access, change)
        } catch { throw .storage(error) }
    }

    /// Deletes the record, readable or not.
    func delete() async throws(SessionError) {
        do { try await storage.delete(for: Self.key) } catch { throw .storage(error) }
    }
}
