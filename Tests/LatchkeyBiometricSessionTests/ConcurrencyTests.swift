import LatchkeyBiometrics
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyBiometricSession

/// Restores concurrent with other operations.
@Suite(.timeLimit(.minutes(5))) struct ConcurrencyTests {
    private let storage = InMemorySecureStorage(supporting: SecureStorageAccess.allWithBiometry)
    private let reader = GatedReader()
    private let session: BiometricSession<Tokens>

    init() { session = BiometricSession(behind: reader, in: storage, user: \.user) }

    private func restoring() -> Task<BiometricRestore<Tokens>, Never> {
        Task { [session] in await session.restore(reason: "Sign in.") }
    }

    /// Starts a restore of a stored session, and returns when its prompt is shown.
    private func prompted() async throws -> Task<BiometricRestore<Tokens>, Never> {
        try await session.save(.first)
        let task = restoring()
        await reader.waitUntilPrompted(1)
        return task
    }

    @Test func sessionBehindAFingerprintReaderKeepsTheContract() async throws {
        try await BiometricSessionContract {
            let biometrics = MockBiometricAuth(.fingerprint)
            return .init(
                session: BiometricSession(
                    behind: biometrics, in: InMemorySecureStorage(), user: BiometricSessionContract.user),
                dismissNextPrompt: { await biometrics.failNext(with: .userCanceled) }, changeEnrolment: nil)
        }.verify()
    }

    @Test func fingerprintReaderReleasesNoKeyWithoutAMatch() async throws {
        let storage = MockSecureStorage()
        let session = BiometricSession<Tokens>(behind: reader, in: storage, user: \.user)
        try await session.save(.first)
        let restoring = Task { await session.restore(reason: "Sign in.") }
        await reader.waitUntilPrompted(1)
        reader.respond(.rejected(.authenticationFailed))
        #expect(await restoring.value == .failed(.biometrics(.authenticationFailed)))
        #expect(await !storage.calls.contains(.load(key: Item.key, prompt: nil)))
    }

    /// Waits until this many calls share the prompt.
    private func callers(_ count: Int) async {
        while await session.callers != count, !Task.isCancelled { await Task.yield() }
    }

    @Test func twoRestoresShareOnePrompt() async throws {
        let first = try await prompted()
        let second = restoring()
        await callers(2)
        reader.respond(.authenticated)
        #expect(await first.value == .restored(.first))
        #expect(await second.value == .restored(.first))
        #expect(reader.asked == 1)
    }

    @Test func thePromptStaysUntilAllCallersAreCancelled() async throws {
        let first = try await prompted()
        let second = restoring()
        await callers(2)
        first.cancel()
        await callers(1)
        #expect(reader.isUp)
        second.cancel()
        #expect(await first.value == .cancelled)
        #expect(await second.value == .cancelled)
        #expect(try await session.isEnabled)
    }

    @Test func clearingDismissesThePromptAndRestoresNothing() async throws {
        let restoring = try await prompted()
        try await session.clear()
        #expect(await restoring.value == .none)
        #expect(!reader.isUp)
        #expect(try await !session.isEnabled)
    }

    @Test func aMatchAfterClearRestoresNothing() async throws {
        let reader = GatedReader(heedsCancellation: false)
        let session = BiometricSession<Tokens>(behind: reader, in: storage, user: \.user)
        try await session.save(.first)
        let restoring = Task { await session.restore(reason: "Sign in.") }
        await reader.waitUntilPrompted(1)
        try await session.clear()
        try await session.save(.second)
        reader.respond(.authenticated)
        #expect(await restoring.value == .none)
    }

    @Test func restoreReturnsTokensUpdatedDuringThePrompt() async throws {
        let restoring = try await prompted()
        try await session.update(.second)
        reader.respond(.authenticated)
        #expect(await restoring.value == .restored(.second))
    }

    @Test func concurrentSavesAreAppliedInCallOrder() async {
        let (calls, call) = AsyncStream.makeStream(of: String.self)
        let session = BiometricSession<Tokens>(behind: MockBiometricAuth(.faceID), in: storage) { tokens in
            call.yield(tokens.access)
            return tokens.user
        }
        var begun = calls.makeAsyncIterator()
        for _ in 0..<100 {
            // The later call has a higher priority.
            let first = Task(priority: .background) { try? await session.save(.first) }
            _ = await begun.next()
            let second = Task(priority: .high) { try? await session.save(.second) }
            _ = await begun.next()
            _ = await (first.value, second.value)
            #expect(await session.restore(reason: "Sign in.") == .restored(.second))
        }
    }

    @Test(arguments: [true, false]) func appLockControlsTheRestorePrompt(isOpen: Bool) async throws {
        let lock = await Lock(isOpen: isOpen)
        let session = BiometricSession<Tokens>(
            behind: MockBiometricAuth(.faceID), in: storage, prompts: lock, user: \.user)
        try await session.save(.first)
        #expect(await session.restore(reason: "Sign in.") == (isOpen ? .restored(.first) : .cancelled))
        #expect(await lock.prompts == 1)
        #expect(try await session.isEnabled)
    }

    @Test func olderRestoreDoesNotReturnSessionStoredAfterClear() async throws {
        let old = try await prompted()
        try await session.clear()
        try await session.save(.second)
        let new = restoring()
        await reader.waitUntilPrompted(2)
        reader.respond(.authenticated)
        #expect(await old.value == .none)
        #expect(await new.value == .restored(.second))
    }

    @Test func olderRestoreDoesNotDeleteAnotherProcesssSignIn() async throws {
        let biometrics = MockBiometricAuth(.faceID)
        let other = BiometricSession<Tokens>(storage: storage, biometrics: biometrics, user: \.user)
        try await other.save(.first)
        let interrupted = InterruptedStorage(storage, after: Item.key) {
            try? await other.clear()
            try? await other.save(.second)
        }
        let session = BiometricSession<Tokens>(storage: interrupted, biometrics: biometrics, user: \.user)
        #expect(await session.restore(reason: "Sign in.") == .cancelled)
        #expect(await session.restore(reason: "Sign in.") == .restored(.second))
    }
}

/// A lock of the app that blocks prompts while it is locked.
@MainActor private final class Lock: PromptCoordinator {
    private(set) var prompts = 0
    private let isOpen: Bool

    init(isOpen: Bool) { self.isOpen = isOpen }

    func prompt<Value: Sendable>(_ ask: @escaping @MainActor @Sendable () async -> Value) async -> Value? {
        prompts += 1
        return isOpen ? await ask() : nil
    }
}

extension BiometricSession {
    /// A substitute for `init(keyring:reader:)`, which exists only on Linux.
    fileprivate init(
        behind reader: some BiometricAuthProtocol, in storage: some SecureStorageProtocol,
        prompts: (any PromptCoordinator)? = nil, user: @escaping @Sendable (Tokens) -> String
    ) {
        self.init(
            SessionStore(storage: storage, biometrics: reader, protection: .reader), prompts: prompts, user: user)
    }
}
