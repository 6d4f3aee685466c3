public import LatchkeySecureStorage

/// The rules of every secure storage: `try await SecureStorageContract { InMemorySecureStorage() }.verify()`.
public struct SecureStorageContract: Sendable {
    let make: @Sendable () async throws -> any SecureStorageProtocol

    /// Creates a contract for the implementation.
    ///
    /// - Parameter make: Returns an empty store for each call.
    public init(_ make: @escaping @Sendable () async throws -> any SecureStorageProtocol) { self.make = make }

    /// Verifies each rule. Throws ``ContractViolation`` for the first broken one, or an error that no rule allows.
    public func verify() async throws {
        try await absentSecretsAreNil(make())
        try await loadReturnsTheStoredValue(make())
        try await savingReplaces(make())
        try await deletingIsFinal(make())
        try await keysAreComparedByteByByte(make())
        try await malformedKeysAreRejected(make())
        try await valuesOfOtherTypesThrow(make())
        try await unencodableValuesChangeNothing(make())
        try await unsupportedLevelsStoreNothing(make())
        try await guardedSecretsThrowLockedWithoutAPrompt(make())
        try await updatingIsReadingChangingAndWriting(make())
        try await concurrentUpdatesAreAllStored(make())
    }
}
