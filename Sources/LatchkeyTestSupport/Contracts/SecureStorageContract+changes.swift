internal import LatchkeySecureStorage

extension SecureStorageContract {
    private static let levels: [SecureStorageAccess] = [
        .afterFirstUnlock, .whenUnlocked, .whenPasscodeSet, .biometry(.currentEnrolment), .biometry(.anyEnrolment),
        .userPresence, .devicePasscode,
    ]

    func unsupportedLevelsStoreNothing(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("an unsupported level throws unsupportedAccess and stores nothing")
        try rule.requireEqual(store.supports(.afterFirstUnlock), true)
        for level in Self.levels where !store.supports(level) {
            let error = SecureStorageError.unsupportedAccess(level)
            try await rule.requireThrows(error, await store.save("plain", for: "secret", access: level))
            try await rule.requireThrows(
                error, await store.update(String.self, for: "secret", access: level) { $0 = "plain" })
            try rule.requireEqual(await store.exists(for: "secret"), false)
        }
        let kept = ContractRule("saving with another supported level replaces the level")
        for level in Self.levels where store.supports(level) {
            try await store.save("\(level)", for: "secret", access: level)
            try kept.requireEqual(await store.exists(for: "secret"), true)
            try kept.requireEqual(await store.load(String.self, for: "secret", prompt: "Contract"), "\(level)")
        }
    }

    func guardedSecretsThrowLockedWithoutAPrompt(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("without a prompt, a secret that requires a match throws locked, exists, and stays")
        let guarded = Self.levels.filter { store.supports($0) && !SecureStorageAccess.withoutMatch.contains($0) }
        for level in guarded {
            try await store.save("kept", for: "secret", access: level)
            try await rule.requireThrows(SecureStorageError.locked, await store.load(String.self, for: "secret"))
            for next in [level, .afterFirstUnlock] {
                try await rule.requireThrows(
                    SecureStorageError.locked,
                    await store.update(String.self, for: "secret", access: next) { $0 = "changed" })
            }
            try rule.requireEqual(await store.exists(for: "secret"), true)
            try rule.requireEqual(await store.load(String.self, for: "secret", prompt: "Contract"), "kept")
        }
    }

    func updatingIsReadingChangingAndWriting(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("update passes the value or nil, stores the change, and returns the result")
        let first = try await store.update(Int.self, for: "a") { value -> String in
            defer { value = 7 }
            return value.map { "\($0)" } ?? "nil"
        }
        try rule.requireEqual(first, "nil")
        let second = try await store.update(Int.self, for: "a") { value -> String in
            defer { value = value.map { $0 + 1 } }
            return value.map { "\($0)" } ?? "nil"
        }
        try rule.requireEqual(second, "7")
        try rule.requireEqual(await store.load(Int.self, for: "a"), 8)
        try await store.update(Int.self, for: "a") { _ in }
        try rule.requireEqual(await store.load(Int.self, for: "a"), 8)
        try await store.update(Int.self, for: "a") { $0 = nil }
        try rule.requireEqual(await store.exists(for: "a"), false)
        try await store.update(Int.self, for: "a") { _ in }
        try rule.requireEqual(await store.exists(for: "a"), false)
    }

    func concurrentUpdatesAreAllStored(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("concurrent updates are all stored")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<40 {
                group.addTask { try await store.update(Int.self, for: "count") { $0 = ($0 ?? 0) + 1 } }
            }
            try await group.waitForAll()
        }
        try rule.requireEqual(await store.load(Int.self, for: "count"), 40)
    }
}
