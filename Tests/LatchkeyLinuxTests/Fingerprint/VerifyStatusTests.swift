import LatchkeyBiometrics
import Testing

@testable import LatchkeyLinux

struct VerifyStatusTests {
    @Test func onlyACompletedVerifyMatchStatusCountsAsAMatch() {
        #expect(VerifyStatus([.string("verify-match"), .bool(true)]) == .match)
        for values: [DBusValue] in [
            [.string("verify-match"), .bool(false)], [.string("verify-match "), .bool(true)], [.bool(true)],
            [.string("Verify-Match"), .bool(true)], [.other("i"), .bool(true)], [], [.string("verify-match")],
            [.string("verify-match"), .string("true")], [.string("verify-match"), .bool(true), .bool(true)],
        ] {
            #expect(VerifyStatus(values) != .match, "\(values)")
        }
    }

    @Test(arguments: [
        ("verify-retry-scan", FingerprintHint.again), ("verify-swipe-too-short", .longer),
        ("verify-finger-not-centered", .centred), ("verify-remove-and-retry", .lift),
        // A status of a later fprintd.
        ("verify-something-else", .again),
    ])
    func unfinishedVerificationStatusIsAHint(word: String, hint: FingerprintHint) {
        #expect(VerifyStatus([.string(word), .bool(false)]) == .hint(hint))
    }

    @Test func failedVerificationStatusMapsToAnError() {
        #expect(VerifyStatus([.string("verify-no-match"), .bool(true)]) == .rejected(.authenticationFailed))
        #expect(VerifyStatus([.string("verify-disconnected"), .bool(true)]) == .rejected(.notAvailable))
        let unknown = BiometricAuthError.systemError(
            code: 0, text: "The fingerprint reader failed. (verify-unknown-error)")
        #expect(VerifyStatus([.string("verify-unknown-error"), .bool(true)]) == .rejected(unknown))
    }
}

struct FingerprintErrorTests {
    private static let fprintd = "net.reactivated.Fprint.Error."
    private static let bus = "org.freedesktop.DBus.Error."

    @Test(arguments: [
        (fprintd + "NoEnrolledPrints", BiometricAuthError.notEnrolled), (fprintd + "NoSuchDevice", .notAvailable),
        (fprintd + "PermissionDenied", .notAvailable), (bus + "AccessDenied", .notAvailable),
        (bus + "UnknownMethod", .notAvailable), (bus + "UnknownObject", .notAvailable),
        (bus + "ServiceUnknown", .notAvailable), (bus + "NameHasNoOwner", .notAvailable),
        (bus + "Spawn.ExecFailed", .notAvailable),
        (fprintd + "AlreadyInUse", .systemError(code: 0, text: "Another program is using the fingerprint reader.")),
        (bus + "NoReply", .systemError(code: 0, text: "The fingerprint service does not respond.")),
        (
            fprintd + "Internal",
            .systemError(code: 0, text: "The fingerprint reader failed. (net.reactivated.Fprint.Error.Internal)")
        ),
    ])
    func dBusErrorNamesMapToBiometricErrors(name: String, meaning: BiometricAuthError) {
        #expect(BiometricAuthError(DBusError.remote(name: name, message: "Words")) == meaning)
    }

    @Test func missingBusMakesBiometricsUnavailable() async {
        let biometrics = FingerprintBiometricAuth(bus: "unix:path=/nonexistent/bus")
        await #expect(throws: BiometricAuthError.notAvailable) { try await biometrics.status() }
        #expect(await biometrics.authenticate(reason: "Test.") == .rejected(.notAvailable))
    }

    @Test("C13 the system bus address ignores the environment")
    func theSystemBusAddressIgnoresTheEnvironment() {
        #expect(FingerprintBiometricAuth().bus == "unix:path=/run/dbus/system_bus_socket")
    }
}
