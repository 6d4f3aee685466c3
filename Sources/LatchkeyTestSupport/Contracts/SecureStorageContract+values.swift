internal import Foundation
internal import LatchkeySecureStorage

private struct Sample: Codable, Equatable, Sendable {
    var text = "𝄞 é \u{0} \"quoted\" / \\"
    var date = Date(timeIntervalSinceReferenceDate: 804_859_200.123_456)
    var bytes = Data(0...255)
    var nothing: Int?
    var nested = ["": [Int64.min, Int64.max]]
}

extension SecureStorageContract {
    func absentSecretsAreNil(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("a missing value is nil, does not exist, and can be deleted")
        try rule.requireEqual(await store.load(String.self, for: "absent"), nil)
        try rule.requireEqual(await store.exists(for: "absent"), false)
        try await store.delete(for: "absent")
    }

    func loadReturnsTheStoredValue(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("load returns the stored value")
        try await rule.roundTrip(Sample(), in: store)
        try await rule.roundTrip("", in: store)
        try await rule.roundTrip(true, in: store)
        try await rule.roundTrip(Data(), in: store)
        try await rule.roundTrip(Data(repeating: 0xA5, count: 64 * 1024), in: store)
    }

    func savingReplaces(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("saving replaces only the value of the key")
        try await store.save("long before", for: "a")
        try await store.save("other", for: "b")
        try await store.save("new", for: "a")
        try rule.requireEqual(await store.load(for: "a"), "new")
        try rule.requireEqual(await store.load(for: "b"), "other")
    }

    func deletingIsFinal(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("deleting removes only the value of the key")
        try await store.save(1, for: "a")
        try await store.save(2, for: "b")
        try await store.delete(for: "a")
        try rule.requireEqual(await store.load(Int.self, for: "a"), nil)
        try rule.requireEqual(await store.exists(for: "a"), false)
        try rule.requireEqual(await store.load(Int.self, for: "b"), 2)
        try await store.save(3, for: "a")
        try rule.requireEqual(await store.load(Int.self, for: "a"), 3)
    }

    func valuesOfOtherTypesThrow(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("a value of another type is decodingFailed, exists, and stays")
        try await store.save("text", for: "a")
        let mismatch = SecureStorageError.decodingFailed(type: "Int")
        try await rule.requireThrows(mismatch, await store.load(Int.self, for: "a"))
        try await rule.requireThrows(mismatch, await store.update(Int.self, for: "a") { $0 = 1 })
        try rule.requireEqual(await store.exists(for: "a"), true)
        try rule.requireEqual(await store.load(for: "a"), "text")
    }

    func unencodableValuesChangeNothing(_ store: some SecureStorageProtocol) async throws {
        let rule = ContractRule("an unencodable value throws encodingFailed, and the old value stays")
        try await store.save(1.5, for: "a")
        let failure = SecureStorageError.encodingFailed(type: "Double")
        try await rule.requireThrows(failure, await store.save(Double.nan, for: "a"))
        try await rule.requireThrows(failure, await store.update(Double.self, for: "a") { $0 = .infinity })
        try rule.requireEqual(await store.load(for: "a"), 1.5)
    }
}

extension ContractRule {
    fileprivate func roundTrip<Value: Codable & Equatable & Sendable>(
        _ value: Value, in store: some SecureStorageProtocol
    ) async throws {
        let key = "\(Value.self)"
        try await store.save(value, for: key)
        try requireEqual(await store.load(for: key), value)
        try requireEqual(await store.exists(for: key), true)
    }
}
