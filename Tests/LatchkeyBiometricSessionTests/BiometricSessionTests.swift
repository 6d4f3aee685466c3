import Foundation
import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@Suite struct BiometricSessionTests {
    private let storage = MockSecureStorage(supporting: SecureStorageAccess.allWithBiometry)
    private let biometrics = MockBiometricAuth(.faceID)
    private let session: BiometricSession<Tokens>

    init() { session = BiometricSession(storage: storage, biometrics: biometrics, user: \.user) }

    private func restored() async -> BiometricRestore<Tokens> { await session.restore(reason: "Sign in.") }

    @Test func everySessionKeepsTheContract() async throws {
        try await BiometricSessionContract {
            let base = InMemorySecureStorage(supporting: SecureStorageAccess.allWithBiometry)
            let storage = InterruptedStorage(base, after: Item.key)
            return .init(
                session: BiometricSession(
                    storage: storage, biometrics: MockBiometricAuth(.faceID), user: BiometricSessionContract.user),
                dismissNextPrompt: {
                    await storage.interruptNext { () throws(SecureStorageError) in throw .cancelled }
                },
                // Simulates the system, which deletes the item.
                changeEnrolment: { try? await base.delete(for: Item.key) })
        }.verify()
        try await BiometricSessionContract {
            let session = MockBiometricSession<[String]>(user: BiometricSessionContract.user)
            return .init(
                session: session,
                dismissNextPrompt: { await session.failNext(with: .biometrics(.userCanceled), on: .restore) },
                changeEnrolment: { await session.changeEnrolment() })
        }.verify()
    }

    @Test func onlyRestoringPromptsAndTheKeyIsStoredOnce() async throws {
        try await session.save(.first)
        try await session.save(.second)
        #expect(try await session.update(.first))
        #expect(try await session.isEnabled)
        #expect(await !session.shouldOffer(for: .first))
        let access = SecureStorageAccess.biometry(.currentEnrolment)
        #expect(await storage.calls.filter(\.isAboutKey) == [.save(key: Item.key, access: access)])
        #expect(await restored() == .restored(.first))
        #expect(await storage.calls.filter(\.isAboutKey).last == .load(key: Item.key, prompt: "Sign in."))
    }

    @Test func keyUsesTheEnrolmentPolicyChosenByTheApp() async throws {
        let session = BiometricSession<Tokens>(
            storage: storage, biometrics: biometrics, enrolment: .anyEnrolment, user: \.user)
        try await session.save(.first)
        let access = SecureStorageAccess.biometry(.anyEnrolment)
        #expect(await storage.calls.filter(\.isAboutKey) == [.save(key: Item.key, access: access)])
    }

    @Test func storedBytesContainNoToken() async throws {
        let tokens = Tokens(user: "user-4711", access: "Zugriff-4711", refresh: "Erneuerung-4711")
        try await session.save(tokens)
        let stored = try await storage.load([String: String].self, for: Item.tokens)
        let fields = try #require(stored).values.compactMap { Data(base64Encoded: $0) }
        #expect(fields.count == 4 && fields.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("4711") })
    }

    @Test func storageWithoutBiometricAccessStoresNoTokens() async throws {
        let storage = InMemorySecureStorage()
        let session = BiometricSession<Tokens>(storage: storage, biometrics: biometrics, user: \.user)
        #expect(await session.biometricType == .none)
        #expect(await !session.shouldOffer(for: .first))
        await #expect(throws: BiometricSessionError.storage(.unsupportedAccess(.biometry(.currentEnrolment)))) {
            try await session.save(.first)
        }
        for item in [Item.key, Item.tokens] { #expect(try await !storage.exists(for: item)) }
    }

    @Test(arguments: [BiometricAuthError.lockout, .notEnrolled, .devicePasscodeNotSet, .notAvailable])
    func unavailableBiometricsKeepTheSessionAndShowNoPrompt(_ obstacle: BiometricAuthError) async throws {
        try await session.save(.first)
        await biometrics.setState(.failure(obstacle))
        #expect(await restored() == .failed(.biometrics(obstacle)))
        #expect(await !storage.calls.contains { if case .load(Item.key, _) = $0 { true } else { false } })
        #expect(await !session.shouldOffer(for: .first))
        await biometrics.setState(.success(.faceID))
        #expect(await restored() == .restored(.first))
    }

    @Test(
        arguments: [
            (.authenticationFailed, .failed(.biometrics(.authenticationFailed))),
            (.matchUnavailable(.lockout), .failed(.biometrics(.lockout))),
            (.matchUnavailable(.notInteractive), .cancelled),
            (.cancelled, .cancelled),
            (.locked, .failed(.storage(.locked))),
        ] as [(SecureStorageError, BiometricRestore<Tokens>)])
    func aFailureOfTheStorageKeepsTheSession(
        _ error: SecureStorageError, _ outcome: BiometricRestore<Tokens>
    ) async throws {
        try await session.save(.first)
        await storage.breakRecord(for: Item.key, with: error)
        #expect(await restored() == outcome)
        await storage.breakRecord(for: Item.key, with: nil)
        #expect(await restored() == .restored(.first))
    }

    @Test func damagedTokensFailToRestoreUntilTheNextSignIn() async throws {
        try await session.save(.first)
        await storage.breakRecord(for: Item.tokens, with: .unreadable(reason: "torn"))
        #expect(await restored() == .failed(.storage(.unreadable(reason: "torn"))))
        await #expect(throws: BiometricSessionError.storage(.unreadable(reason: "torn"))) {
            try await session.update(.second)
        }
        #expect(await session.shouldOffer(for: .second), "whose they are is not known any more")
        try await session.save(.second)
        #expect(await restored() == .restored(.second))
    }

    @Test func unavailableStorageDoesNotCauseANewKey() async throws {
        try await session.save(.first)
        await storage.failNext(with: .locked, on: .update)
        await #expect(throws: BiometricSessionError.storage(.locked)) { try await session.save(.second) }
        #expect(await restored() == .restored(.first))
    }

    @Test func tokensOfAnotherTypeFailToRestoreAndAreKept() async throws {
        try await BiometricSession<Int>(storage: storage, biometrics: biometrics, user: { _ in Tokens.first.user })
            .save(7)
        #expect(await restored() == .failed(.storage(.decodingFailed(type: "Tokens"))))
        let numbers = BiometricSession<Int>(storage: storage, biometrics: biometrics, user: { _ in Tokens.first.user })
        #expect(await numbers.restore(reason: "Sign in.") == .restored(7))
    }

    @Test func changedTokensAreNotRestored() async throws {
        try await session.save(.first)
        var stored = try #require(try await storage.load([String: String].self, for: Item.tokens))
        stored["ciphertext"] = Data(repeating: 7, count: 60).base64EncodedString()
        try await storage.save(stored, for: Item.tokens)
        #expect(await restored() == .failed(.storage(.unreadable(reason: "changed"))))
    }

    @Test func tokensSealedForAnotherKeyAreNotRestored() async throws {
        let other = MockSecureStorage(supporting: SecureStorageAccess.allWithBiometry)
        try await BiometricSession<Tokens>(storage: other, biometrics: biometrics, user: \.user).save(.second)
        try await session.save(.first)
        let planted = try #require(try await other.load([String: String].self, for: Item.tokens))
        try await storage.save(planted, for: Item.tokens)
        #expect(await restored() == .invalidated)
        #expect(await restored() == .none)
    }

    @Test func crashDuringWritesLeavesACompleteSessionOrNone() async throws {
        var writes = 0, hasCrashed = true
        while hasCrashed {
            let base = InMemorySecureStorage(supporting: SecureStorageAccess.allWithBiometry)
            let storage = CrashingSecureStorage(base, afterWrites: writes)
            let dying = BiometricSession<Tokens>(storage: storage, biometrics: biometrics, user: \.user)
            do {
                try await dying.save(.first)
                try await dying.save(.second)
                try await dying.clear()
                try await dying.save(.first)
            } catch {}
            hasCrashed = await storage.hasCrashed
            let next = BiometricSession<Tokens>(storage: base, biometrics: biometrics, user: \.user)
            let outcome = await next.restore(reason: "Sign in.")
            #expect([.none, .restored(.first), .restored(.second)].contains(outcome), "after \(writes) writes")
            try await next.save(.second)
            #expect(await next.restore(reason: "Sign in.") == .restored(.second), "after \(writes) writes")
            writes += 1
        }
        #expect(writes > 8)
    }

    @Test func noDescriptionContainsTokens() {
        let outcome = BiometricRestore.restored(Tokens.first)
        #expect("\(outcome)" == "restored(••••••)" && String(reflecting: outcome) == "restored(••••••)")
        #expect(Mirror(reflecting: outcome).children.isEmpty)
    }
}

extension MockSecureStorage.Call {
    /// Whether the call reads or writes the key.
    fileprivate var isAboutKey: Bool {
        switch self {
        case .save(Item.key, _), .load(Item.key, _), .update(Item.key, _), .delete(Item.key): true
        default: false
        }
    }
}
