public import LatchkeySecureStorage

/// The rules that every secure storage keeps: `try await SecureStorageContract { InMemorySecureStorage() }.verify()`.
public struct SecureStorageContract: Sendable {
    let make: @Sendable () async throws -> any SecureStorageProtocol

    /// - Parameter make: Gives an empty store each time it is called.
    public init(_ make: @escaping @Sendable () async throws -> any SecureStorageProtocol) { self.make = make }

    /// Throws ``ContractViolation`` for the first rule that is broken, or an error that no rule allows.
    public func verify() async throws {
        try await absentIsNilAndNoError(make())
        try await valuesComeBackEqual(make())
        try await savingReplaces(make())
        try await deletingIsFinal(make())
        try await keysAreComparedByteByByte(make())
        try await malformedKeysAreRefused(make())
        try await otherTypesAreAnErrorAndNotAbsent(make())
        try await whatCannotBeEncodedChangesNothing(make())
        try await everyLevelIsKeptOrRefused(make())
        try await nobodyIsAskedWithoutAPrompt(make())
        try await updatingIsReadingChangingAndWriting(make())
        try await updatesAtOnceLoseNothing(make())
    }
}
