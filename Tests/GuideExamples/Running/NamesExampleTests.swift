import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

/// Tests the code of docs/names.md.
@Suite struct NamesExampleTests {
    @Test func secureStorageExampleSavesLoadsAndDeletesSecrets() async throws {
        let storage = InMemorySecureStorage()
        let credentials = Credentials(user: "shop", token: "token")
        try await storage.save(credentials, for: "userCreds")
        #expect(try await useSecureStorage(storage, token: "token") == credentials)
        #expect(try await !storage.exists(for: "authToken"))
    }

    @Test func unlockButtonNamesTheBiometricType() {
        #expect(title(for: .faceID) == "Unlock with Face ID")
        #expect(title(for: .none) == "Enter your passcode")
    }

    @Test(arguments: [
        (nil, "shown"), (BiometricAuthError.userCanceled, ""), (BiometricAuthError.lockout, "passcode"),
    ])
    func biometricLockoutRequestsThePasscode(error: BiometricAuthError?, expected: String) async {
        let biometrics = MockBiometricAuth(.faceID)
        if let error { await biometrics.failNext(with: error) }
        var result = ""
        await showNotes(biometrics, show: { result = "shown" }, askForPasscode: { result = "passcode" })
        #expect(result == expected)
    }

    @Test func handlersRunUntilTheyAreCancelled() async {
        let lifecycle = MockAppLifecycle(initialState: .active)
        let counter = Counter()
        let registrations = followLifecycle(
            lifecycle, refresh: { await counter.add(1) }, saveState: { await counter.add(10) })
        await lifecycle.simulateBackground()
        await lifecycle.simulateForeground()
        #expect(await counter.total == 11)
        for registration in registrations { registration.cancel() }
        await lifecycle.simulateBackground()
        #expect(await counter.total == 11)
    }

    @Test func mocksFailOnceOnRequestAndRecordCalls() async throws {
        let result = try await runMocks()
        #expect(result.forgotten && !result.offered && result.calls == 1)
    }
}

private actor Counter {
    private(set) var total = 0
    func add(_ amount: Int) { total += amount }
}
