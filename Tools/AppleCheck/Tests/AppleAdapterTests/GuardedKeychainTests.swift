import AppleDevice
import LatchkeySecureStorage
import LocalAuthentication
import Security
import Testing

/// Secrets that require a biometric match.
@Suite(.ownDevice) struct GuardedKeychainTests {
    let store = KeychainSecureStorage(service: "test", accessGroup: nil) { true }
    static let levels: [SecureStorageAccess] = [
        .biometry(.currentEnrolment), .biometry(.anyEnrolment), .userPresence, .devicePasscode,
    ]

    @Test("C6 secret is released only after a match", arguments: levels)
    func secretIsReleasedOnlyAfterAMatch(access: SecureStorageAccess) async throws {
        try await store.save("secret", for: "key", access: access)
        await #expect(throws: SecureStorageError.locked) { () async throws in
            _ = try await store.load(String.self, for: "key")
        }
        #expect(try await store.exists(for: "key"))
        #expect(deviceNow.prompts.isEmpty)
        #expect(try await store.load(String.self, for: "key", prompt: "Unlock") == "secret")
        #expect(deviceNow.prompts == ["Unlock"])
        #expect(try await store.load(String.self, for: "key", prompt: "Again") == "secret")
        #expect(deviceNow.prompts == ["Unlock", "Again"])
    }

    @Test func absentOrUnguardedSecretsShowNoPrompt() async throws {
        try await store.save("secret", for: "key", access: .whenPasscodeSet)
        #expect(try await store.load(String.self, for: "key", prompt: "Unlock") == "secret")
        #expect(try await store.load(String.self, for: "absent", prompt: "Unlock") == nil)
        #expect(deviceNow.prompts.isEmpty)
    }

    @Test("C6 unavailable biometrics are distinguished from a failed match")
    func unavailableBiometricsAreDistinguishedFromAFailedMatch() async throws {
        try await store.save("secret", for: "key", access: .biometry(.currentEnrolment))
        let obstacles: [(Int, MatchObstacle)] = [
            (-8, .lockout), (-7, .notEnrolled), (-5, .devicePasscodeNotSet), (-6, .notAvailable),
            (-1004, .notInteractive),
        ]
        for (code, obstacle) in obstacles {
            device { $0.outcomes = [.error(code)] }
            await #expect(throws: SecureStorageError.matchUnavailable(obstacle)) { () async throws in
                _ = try await store.load(String.self, for: "key", prompt: "Unlock")
            }
        }
        #expect(try await store.load(String.self, for: "key", prompt: "Unlock") == "secret")
    }

    @Test("C6 device passcode releases passcode-protected secrets")
    func devicePasscodeReleasesPasscodeProtectedSecrets() async throws {
        try await store.save("secret", for: "key", access: .devicePasscode)
        device { $0.isLockedOut = true }
        #expect(try await store.load(String.self, for: "key", prompt: "Passcode") == "secret")
        device { ($0.isLockedOut, $0.isEnrolled) = (false, false) }
        #expect(try await store.load(String.self, for: "key", prompt: "Passcode") == "secret")
        #expect(deviceNow.prompts == ["Passcode", "Passcode"])
    }

    @Test("C6 match or device passcode releases a user-presence secret")
    func matchOrDevicePasscodeReleasesAUserPresenceSecret() async throws {
        try await store.save("secret", for: "key", access: .userPresence)
        #expect(try await store.load(String.self, for: "key", prompt: "Match") == "secret")
        device { $0.isLockedOut = true }
        #expect(try await store.load(String.self, for: "key", prompt: "Passcode") == "secret")
        await #expect(throws: SecureStorageError.locked) { () async throws in
            _ = try await store.load(String.self, for: "key")
        }
    }

    @Test("C6 the last saved access level applies to a secret")
    func theLastSavedAccessLevelAppliesToASecret() async throws {
        for level in Self.levels + Self.levels.reversed() {
            try await store.save("\(level)", for: "key", access: level)
            #expect(try await store.load(String.self, for: "key", prompt: "Unlock") == "\(level)")
        }
        try await store.delete(for: "key")
        #expect(try await store.load(String.self, for: "key", prompt: "Unlock") == nil)
    }

    @Test func dismissalIsACancellationAndOtherFailuresAreFailedMatches() async throws {
        try await store.save("secret", for: "key", access: .biometry(.currentEnrolment))
        for code in [-2, -3, -4, -9, -10] {
            device { $0.outcomes = [.error(code)] }
            await #expect(throws: SecureStorageError.cancelled) { () async throws in
                _ = try await store.load(String.self, for: "key", prompt: "Unlock")
            }
        }
        for code in [-1, -9999] {
            device { $0.outcomes = [.error(code)] }
            await #expect(throws: SecureStorageError.authenticationFailed) { () async throws in
                _ = try await store.load(String.self, for: "key", prompt: "Unlock")
            }
        }
        #expect(try await store.load(String.self, for: "key", prompt: "Unlock") == "secret")
    }

    @Test func emptyPromptIsRejectedInsteadOfEndingTheApp() async throws {
        try await store.save("secret", for: "key", access: .biometry(.currentEnrolment))
        await #expect(throws: SecureStorageError.loadFailed(failure(errSecParam))) { () async throws in
            _ = try await store.load(String.self, for: "key", prompt: "")
        }
    }

    @Test func missingFaceIDUsageDescriptionPreventsThePrompt() async throws {
        let store = KeychainSecureStorage(service: "test", accessGroup: nil) { false }
        try await store.save("secret", for: "key", access: .biometry(.currentEnrolment))
        await #expect {
            () async throws in _ = try await store.load(String.self, for: "key", prompt: "Unlock")
        } throws: { error in
            guard case SecureStorageError.loadFailed(let failure) = error else { return false }
            return failure.text.contains("NSFaceIDUsageDescription")
        }
        #expect(deviceNow.prompts.isEmpty)
        #expect(try await store.exists(for: "key"))
        device { $0.biometry = .touchID }
        #expect(try await store.load(String.self, for: "key", prompt: "Unlock") == "secret")
    }

    @Test("C11 cancelling the task dismisses the prompt", .timeLimit(.minutes(5)))
    func cancellingTheTaskDismissesThePrompt() async throws {
        try await store.save("secret", for: "key", access: .biometry(.currentEnrolment))
        device { $0.outcomes = [.nothing] }
        let reading = Task { [store] in try await store.load(String.self, for: "key", prompt: "Unlock") }
        while deviceNow.prompts.isEmpty, !Task.isCancelled { await Task.yield() }
        reading.cancel()
        let end = await result(of: reading)
        #expect(throws: SecureStorageError.cancelled) { () throws in _ = try end?.get() }
    }

    @Test("C6 changing the enrolment invalidates the secret", arguments: [errSecItemNotFound, errSecAuthFailed])
    func changingTheEnrolmentInvalidatesTheSecret(status: OSStatus) async throws {
        device { $0.statusOfInvalidatedItem = status }
        try await store.save("bound", for: "bound", access: .biometry(.currentEnrolment))
        try await store.save("kept", for: "kept", access: .biometry(.anyEnrolment))
        device { $0.changeEnrolment() }
        #expect(try await store.load(String.self, for: "bound", prompt: "Unlock") == nil)
        #expect(try await store.load(String.self, for: "kept", prompt: "Unlock") == "kept")
        try await store.save("new", for: "bound", access: .biometry(.currentEnrolment))
        #expect(try await store.load(String.self, for: "bound", prompt: "Unlock") == "new")
    }

    @Test(arguments: [errSecItemNotFound, errSecAuthFailed])
    func secretFromAFormerEnrolmentCanBeOverwritten(status: OSStatus) async throws {
        device { $0.statusOfInvalidatedItem = status }
        for value in ["first", "second", "third"] {
            try await store.save(value, for: "key", access: .biometry(.currentEnrolment))
            #expect(try await store.load(String.self, for: "key", prompt: "Unlock") == value)
            device { $0.changeEnrolment() }
        }
    }

    @Test(arguments: [errSecNotAvailable, errSecAuthFailed])
    func removingTheDevicePasscodeDeletesAndRejectsProtectedSecrets(status: OSStatus) async throws {
        let levels = Self.levels + [.whenPasscodeSet]
        for access in levels { try await store.save("secret", for: "\(access)", access: access) }
        device {
            $0.setPasscode(false)
            $0.statusOfAddWithoutPasscode = status
        }
        for access in levels {
            #expect(!store.supports(access))
            #expect(try await !store.exists(for: "\(access)"))
            await #expect(throws: SecureStorageError.unsupportedAccess(access)) { () async throws in
                try await store.save("secret", for: "\(access)", access: access)
            }
        }
        device { $0.setPasscode(true) }
        for access in levels { #expect(try await !store.exists(for: "\(access)")) }
    }

    @Test(arguments: [errSecNotAvailable, errSecAuthFailed])
    func devicePasscodeDisabledWhileSavingIsAnUnsupportedLevel(status: OSStatus) async throws {
        for access in Self.levels + [.whenPasscodeSet] {
            device { $0.failures = [(.add, status)] }
            await #expect(throws: SecureStorageError.unsupportedAccess(access)) { () async throws in
                try await store.save("secret", for: "key", access: access)
            }
        }
    }

    @Test func biometricSecretsRequireEnrolledAndPermittedBiometrics() async throws {
        let obstacles: [(inout DeviceState) -> Void] = [
            { $0.isEnrolled = false }, { $0.biometry = .none }, { $0.isBiometryDenied = true },
        ]
        for obstacle in obstacles {
            let before = deviceNow
            device(obstacle)
            for access in Self.levels {
                // The device's passcode is sufficient for these two.
                #expect(store.supports(access) == [.userPresence, .devicePasscode].contains(access))
            }
            device { $0 = before }
        }
        device { $0.isLockedOut = true }
        for access in Self.levels { #expect(store.supports(access)) }
    }

    @Test("C8 interrupted replacement keeps the old or new value")
    func interruptedReplacementKeepsTheOldOrNewValue() async throws {
        let levels = Self.levels + [.whenUnlocked]
        for old in levels {
            for new in levels {
                for steps in 0..<7 {
                    let key = "\(old) \(new) \(steps)"
                    try await store.save("old", for: key, access: old)
                    // After one of the deletions, nothing is executed, as after a crash.
                    device {
                        $0.failures = Array(repeating: (call: .delete, status: errSecSuccess), count: steps)
                        $0.failures += Array(repeating: (call: .delete, status: errSecNotAvailable), count: 9)
                    }
                    let isDone = (try? await store.save("new", for: key, access: new)) != nil
                    device { $0.failures = [] }
                    let value = try await store.load(String.self, for: key, prompt: "Unlock")
                    #expect(isDone ? value == "new" : ["old", "new"].contains(value))
                    try await store.save("newest", for: key, access: old)
                    #expect(try await store.load(String.self, for: key, prompt: "Unlock") == "newest")
                    try await store.delete(for: key)
                    #expect(try await !store.exists(for: key))
                }
            }
        }
    }

    @Test func failedAccessControlStoresNothingUnprotected() async throws {
        for access in Self.levels {
            device { $0.failures = [(.accessControl, errSecNotAvailable)] }
            await #expect(throws: SecureStorageError.self) { () async throws in
                try await store.save("secret", for: "key", access: access)
            }
            #expect(try await !store.exists(for: "key"))
        }
    }
}
