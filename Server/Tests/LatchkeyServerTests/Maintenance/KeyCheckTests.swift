import Testing

@testable import LatchkeyServer

@Suite struct KeyCheckTests {
    private func sealer(_ entries: String...) throws -> Sealer {
        try Sealer(keys: SecretKeys(parsing: entries.joined(separator: ",")))
    }

    @Test("V7 only the database's keys are accepted, also after rotation")
    func onlyTheDatabasesKeysAreAcceptedAlsoAfterRotation() async throws {
        try await TestStore.run { store, _ in
            let check = KeyCheck(store: store)
            #expect(try await !check.isKeyed())
            let old = TestKeys.entry("k1", fill: 1)
            try await check.verify(sealer(old))
            #expect(try await check.isKeyed())
            try await check.verify(sealer(old))
            try await check.verify(sealer(TestKeys.entry("k2", fill: 2), old))
            let written = try await store.read { try $0.keyCheck.find() }
            for wrong in try [
                sealer(TestKeys.entry("k1", fill: 2)), sealer(TestKeys.entry("k2", fill: 1)),
                sealer(TestKeys.entry("k2", fill: 2), TestKeys.entry("k3", fill: 3)),
            ] {
                let error = await #expect(throws: SettingError.self) { try await check.verify(wrong) }
                #expect(error?.isAbout(\.secretKeys) == true)
            }
            #expect(try await store.read { try $0.keyCheck.find() } == written)
        }
    }

    @Test("V2 a start with the database's keys writes nothing")
    func aStartWithTheDatabasesKeysWritesNothing() async throws {
        try await TestStore.run { store, _ in
            let store = PriorityStore(store)
            let sealer = try sealer(TestKeys.entry("k1", fill: 1))
            try await KeyCheck(store: store).verify(sealer)
            store.forget()
            try await KeyCheck(store: store).verify(sealer)
            #expect(store.priorities.isEmpty)
        }
    }
}
