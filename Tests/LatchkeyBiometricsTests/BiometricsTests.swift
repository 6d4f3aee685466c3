import LatchkeyBiometrics
import LatchkeyTestSupport
import Testing

@Suite struct BiometricsTests {
    private static let errors: [BiometricAuthError] = [
        .notAvailable, .notEnrolled, .devicePasscodeNotSet, .lockout, .userCanceled, .userFallback, .systemCanceled,
        .appCanceled, .authenticationFailed, .systemError(code: 1, text: ""),
    ]

    @Test func implementationsKeepTheContract() async throws {
        try await BiometricAuthContract { NoBiometrics() }.verify()
        try await BiometricAuthContract { NoBiometrics(because: .notEnrolled) }.verify()
        try await BiometricAuthContract { MockBiometricAuth() }.verify()
        try await BiometricAuthContract { MockBiometricAuth(.none) }.verify()
        try await BiometricAuthContract { MockBiometricAuth(.other) }.verify()
        try await BiometricAuthContract {
            let mock = MockBiometricAuth()
            await mock.setState(.failure(.lockout))
            return mock
        }.verify()
    }

    @Test func biometricTypeNamesMatchTheRequirement() {
        let names = BiometricType.allCases.map(\.displayName)
        #expect(names == ["Passcode", "Touch ID", "Face ID", "Optic ID", "Fingerprint", "Biometrics"])
        let images = BiometricType.allCases.map(\.systemImage)
        #expect(images == ["lock", "touchid", "faceid", "opticid", "touchid", "person.badge.key"])
        #expect(BiometricType.none.displayName(in: .french) == "Code")
    }

    @Test func englishErrorTextsMatchTheRequirement() {
        let texts = Self.errors.prefix(9).map { $0.text(in: .english) }
        #expect(
            texts == [
                "Biometric authentication is not available on this device.",
                "No biometric data is enrolled. Please set up Face ID or Touch ID in Settings.",
                "This device has no passcode. Please set one in Settings.",
                "Biometric authentication is locked due to too many failed attempts. Please use your passcode.",
                "Authentication was cancelled.",
                "Passcode authentication requested.",
                "Authentication was cancelled by the system.",
                "Authentication was cancelled.",
                "Authentication failed. Please try again.",
            ])
        #expect(BiometricAuthError.systemError(code: 1, text: "Its words.").text(in: .french) == "Its words.")
    }

    @Test func everyErrorIsTranslatedIntoEveryLanguage() {
        for texts in BiometricTexts.all.dropFirst() {
            for error in Self.errors {
                let text = error.text(in: texts)
                #expect(!text.isEmpty && text != error.text(in: .english))
            }
        }
        #expect(Set(BiometricTexts.all.map(\.language)).count == BiometricTexts.all.count)
    }

    @Test("C6 cancellations are distinguished from failures") func cancellationsAreDistinguishedFromFailures() {
        let cancellations = Self.errors.filter(\.isCancellation)
        #expect(cancellations == [.userCanceled, .userFallback, .systemCanceled, .appCanceled])
    }

    @Test func mockRecordsCallsAndFailsOnceOnRequest() async {
        let mock = MockBiometricAuth(.touchID)
        await mock.failNext(with: .userCanceled)
        await mock.failNext(with: .authenticationFailed)
        #expect(await mock.authenticate(reason: "a") == .rejected(.userCanceled))
        #expect(await mock.authenticateWithBiometricsOrDevicePasscode(reason: "b") == .rejected(.authenticationFailed))
        #expect(await mock.authenticate(reason: "c") == .authenticated)
        #expect(
            await mock.calls == [
                .authenticate(reason: "a"), .authenticateWithBiometricsOrDevicePasscode(reason: "b"),
                .authenticate(reason: "c"),
            ])
    }

    @Test func devicePasscodeClearsTheLockoutOfAMock() async {
        let mock = MockBiometricAuth(.faceID)
        await mock.setState(.failure(.lockout))
        #expect(await mock.authenticate(reason: "a") == .rejected(.lockout))
        #expect(await mock.authenticateWithBiometricsOrDevicePasscode(reason: "a") == .authenticated)
        #expect(await mock.authenticate(reason: "a") == .authenticated)
    }
}
