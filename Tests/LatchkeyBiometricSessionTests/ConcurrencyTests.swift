import LatchkeyBiometrics
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@testable import LatchkeyBiometricSession

/// What happens to a restore while something else does.
@Suite(.timeLimit(.minutes(5))) struct ConcurrencyTests {
    private let storage = InMemorySecureStorage(supporting: SecureStorageAccess.allWithBiometry)
    private let reader = HeldReader()
    private let session: BiometricSession<Tokens>

    init() { session = BiometricSession(behind: reader, in: storage) }

    private func restoring() -> Task<BiometricRestore<Tokens>, Never> {
        Task { [session] in await session.restore(reason: "Sign in.") }
    }

    /// A prompt that is up, over a stored session.
    private func prompted() async throws -> Task<BiometricRestore<Tokens>, Never> {
        try await session.save(.first)
        let task = restoring()
        await reader.waitForPrompt()
        return task
    }

    @Test func aReaderKeepsTheContract() async throws {
        try await BiometricSessionContract {
            let biometrics = MockBiometricAuth(.fingerprint)
            return .init(
                session: BiometricSession(behind: biometrics, in: InMemorySecureStorage()),
                dismissNextPrompt: { await biometrics.failNext(with: .userCanceled) }, changeEnrolment: nil)
        }.verify()
    }

    @Test func withoutAMatchTheReaderReleasesNothing() async throws {
        let storage = MockSecureStorage()
        let session = BiometricSession<Tokens>(behind: reader, in: storage)
        try await session.save(.first)
        let restoring = Task { await session.restore(reason: "Sign in.") }
        await reader.waitForPrompt()
        await reader.answer(.refused(.authenticationFailed))
        #expect(await restoring.value == .failed(.biometrics(.authenticationFailed)))
        #expect(await !storage.calls.contains(.load(key: Item.key, prompt: nil)))
    }

    /// Waits until as many calls share the prompt.
    private func callers(_ count: Int) async {
        while await session.callers != count, !Task.isCancelled { await Task.yield() }
    }

    @Test func twoRestoresShareOnePrompt() async throws {
        let first = try await prompted()
        let second = restoring()
        await callers(2)
        await reader.answer(.authenticated)
        #expect(await first.value == .restored(.first))
        #expect(await second.value == .restored(.first))
        #expect(await reader.prompts == 1)
    }

    @Test func thePromptStaysUntilAllCallersAreCancelled() async throws {
        let first = try await prompted()
        let second = restoring()
        await callers(2)
        first.cancel()
        await callers(1)
        #expect(await reader.isPromptUp)
        second.cancel()
        #expect(await first.value == .cancelled)
        #expect(await second.value == .cancelled)
        #expect(try await session.isEnabled)
    }

    @Test func clearDismissesThePromptAndTheRestoreIsNone() async throws {
        let restoring = try await prompted()
        try await session.clear()
        #expect(await restoring.value == .none)
        #expect(await !reader.isPromptUp)
        #expect(try await !session.isEnabled)
    }

    @Test func aMatchAfterClearRestoresNothing() async throws {
        let reader = HeldReader(heedsCancellation: false)
        let session = BiometricSession<Tokens>(behind: reader, in: storage)
        try await session.save(.first)
        let restoring = Task { await session.restore(reason: "Sign in.") }
        await reader.waitForPrompt()
        try await session.clear()
        try await session.save(.second)
        await reader.answer(.authenticated)
        #expect(await restoring.value == .none)
    }

    @Test func aRestoreReturnsTokensThatWereStoredMeanwhile() async throws {
        let restoring = try await prompted()
        try await session.update(.second)
        await reader.answer(.authenticated)
        #expect(await restoring.value == .restored(.second))
    }

    @Test func aSessionStoredAfterClearIsNotRestoredByAnOlderCall() async throws {
        let old = try await prompted()
        try await session.clear()
        try await session.save(.second)
        let new = restoring()
        await reader.waitForPrompt(2)
        await reader.answer(.authenticated)
        #expect(await old.value == .none)
        #expect(await new.value == .restored(.second))
    }

    @Test func anotherProcessesSignInIsNotDeletedByAnOlderRestore() async throws {
        let biometrics = MockBiometricAuth(.faceID)
        let other = BiometricSession<Tokens>(storage: storage, biometrics: biometrics)
        try await other.save(.first)
        let interrupted = InterruptedStorage(storage, after: Item.key) {
            try? await other.clear()
            try? await other.save(.second)
        }
        let session = BiometricSession<Tokens>(storage: interrupted, biometrics: biometrics)
        #expect(await session.restore(reason: "Sign in.") == .cancelled)
        #expect(await session.restore(reason: "Sign in.") == .restored(.second))
    }
}

extension BiometricSession {
    /// What `init(keyring:reader:)` makes, which exists on Linux only.
    fileprivate init(behind reader: some BiometricAuthProtocol, in storage: some SecureStorageProtocol) {
        self.init(SessionStore(storage: storage, biometrics: reader, protection: .reader))
    }
}
