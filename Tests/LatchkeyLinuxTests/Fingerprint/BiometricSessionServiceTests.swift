import Foundation
import LatchkeyBiometricSession
import LatchkeyBiometrics
import LatchkeySecureStorage
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeyLinux

/// A session of the app's own backend in gnome-keyring, protected by fprintd.
@Suite(.whereServicesRun, .serialized, .timeLimit(.minutes(5))) struct BiometricSessionServiceTests {
    @Test func onlyAnEnrolledFingerRestoresTheSession() async throws {
        let (keyring, reader) = (try TestKeyring(), try await TestReader())
        let scans = Mutex(["SCAN other", "SCAN mine"][...])
        let biometrics = reader.biometrics { hint in
            guard hint == .touch, let next = scans.withLock({ $0.popFirst() }) else { return }
            do { try reader.does(next) } catch { Issue.record(error) }
        }
        let session = BiometricSession<[String]>(keyring: keyring.storage(), reader: biometrics) { _ in "ann" }
        try await session.save(["token"])
        #expect(await session.restore(reason: "Sign in.") == .failed(.biometrics(.authenticationFailed)))
        #expect(await session.restore(reason: "Sign in.") == .restored(["token"]))
        withExtendedLifetime(keyring) {}
    }

    @Test func sessionInAKeyringKeepsTheContract() async throws {
        let keyring = try TestKeyring()
        let address = keyring.address
        try await BiometricSessionContract {
            var overrides = SecretServiceSecureStorage.Overrides()
            overrides.address = address
            let storage = SecretServiceSecureStorage(service: "contract \(UUID())", overrides)
            let biometrics = MockBiometricAuth(.fingerprint)
            return .init(
                session: BiometricSession(
                    keyring: storage, reader: biometrics, user: BiometricSessionContract.user),
                dismissNextPrompt: { await biometrics.failNext(with: .userCanceled) }, changeEnrolment: nil)
        }.verify()
        withExtendedLifetime(keyring) {}
    }
}
