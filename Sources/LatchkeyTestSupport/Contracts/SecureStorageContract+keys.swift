internal import LatchkeySecureStorage

extension SecureStorageContract {
    private static let lookAlikes = [
        "a", "A", " a", "a ", "a.secret", "é", "e\u{301}", "K", "\u{212A}", "..", ".", "/", "../a", "a/../a",
        "/etc/passwd", "~", "key", "lock", "pending.tmp", "\n", "%2e%2e", String(repeating: "x", count: 254),
        String(repeating: "x", count: 255),
    ]

    private static let malformed = ["", "\u{0}", "a\u{0}", "a\u{0}b", String(repeating: "x", count: 256)]

    func keysAreComparedByteByByte(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("each text of 1 to 255 bytes is a separate key")
        for (index, key) in Self.lookAlikes.enumerated() {
            if try await store.exists(for: key) {
                let earlier = try await store.load(Int.self, for: key).map { Self.lookAlikes[$0].debugDescription }
                throw rule.violation("\(key.debugDescription) is the same key as \(earlier ?? "another")")
            }
            try await store.save(index, for: key)
        }
        for (index, key) in Self.lookAlikes.enumerated() {
            try rule.requireEqual(await store.load(Int.self, for: key), index)
        }
    }

    func malformedKeysAreRejected(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("an empty key, one with the byte 0, and one of 256 bytes throw invalidKey")
        for key in Self.malformed {
            try await rule.requireThrows(SecureStorageError.invalidKey, await store.save(1, for: key))
            try await rule.requireThrows(SecureStorageError.invalidKey, await store.load(Int.self, for: key))
            try await rule.requireThrows(SecureStorageError.invalidKey, await store.delete(for: key))
            try await rule.requireThrows(SecureStorageError.invalidKey, await store.exists(for: key))
            try await rule.requireThrows(
                SecureStorageError.invalidKey, await store.update(Int.self, for: key) { $0 = 1 })
        }
    }
}
