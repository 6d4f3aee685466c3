import AppleDevice
import LatchkeyLock
import LatchkeySecureStorage
import Testing

/// Requirement 01's items as an app without this library stored them: plain texts.
@Suite(.ownDevice) struct LegacyKeychainTests {
    @Test func plainItemsOfAnEarlierVersionAreFoundAndRemoved() async throws {
        let items = [
            // printf '481920c2FsdA==' | sha256sum
            "pinHash": "1b6f4bb0b744c04b6b0963f4bb9f4be96c1e52c87e094c167d5cd6b47002a6c2", "pinSalt": "c2FsdA==",
            "pinOn": "true", "faceOn": "1",
        ]
        for (account, text) in items { OtherProcess(service: "com.example.shop", account: account).add(text) }
        let store = KeychainSecureStorage(service: "com.example.shop")
        let source = StoredLegacyPasscode(
            storage: store, keys: .init(hash: "pinHash", salt: "pinSalt", enabled: "pinOn", others: ["faceOn"]))
        #expect(try await source.load() != nil)
        try await source.delete()
        for account in items.keys {
            #expect(OtherProcess(service: "com.example.shop", account: account).attributes == nil, "\(account)")
        }
    }

    @Test func legacyPlainTextIsResavedAsTheSameItem() async throws {
        OtherProcess(service: "com.example.shop", account: "authToken").add("a token")
        let store = KeychainSecureStorage(service: "com.example.shop")
        let token = try #require(try await store.load(StoredText.self, for: "authToken"))
        try await store.save(token.text, for: "authToken", access: .whenUnlocked)
        #expect(try await store.load(String.self, for: "authToken") == "a token")
        #expect(try await store.load(StoredText.self, for: "authToken") == token)
    }
}
