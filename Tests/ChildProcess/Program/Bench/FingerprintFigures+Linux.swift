#if os(Linux)
import Foundation
import LatchkeyLifecycle
import LatchkeyLinux
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import Synchronization

/// The overhead of a fingerprint unlock compared with fprintd alone, from touch to unlocked app.
@MainActor
struct FingerprintFigures {
    private let clock = ContinuousClock()

    /// The baseline is the duration of fprintd's own calls (claim, verify, release), from touch to released reader.
    func measure() async throws -> [Figure] {
        guard let socket = VirtualReader.socket,
            let bus = ProcessInfo.processInfo.environment["DBUS_SYSTEM_BUS_ADDRESS"]
        else {
            Child.say("  NOT MEASURED: the fingerprint reader; run it with scripts/with-linux-services")
            return []
        }
        let reader = VirtualReader(socket)
        try reader.enrol()
        guard let plain = PlainReader(bus: bus) else { exit(70) }
        let touched = Mutex(clock.now)
        let service = try await app(on: bus) {
            touched.withLock { $0 = .now }
            try? reader.does("SCAN mine")
        }
        let time = try await Rounds(count: 101).difference {
            service.lockApp()
            guard await service.authenticateWithBiometric() == .unlocked else { exit(70) }
            return touched.withLock { $0 }.duration(to: .now)
        } to: {
            guard plain.begin() else { exit(70) }
            return try clock.measure {
                try reader.does("SCAN mine")
                guard plain.end() else { exit(70) }
            }
        }
        return [Figure("fingerprint to unlocked, beyond fprintd", time, milliseconds: 20)]
    }

    /// Returns an app as on a desktop: secrets in the keyring, and fingerprints enabled.
    private func app(on bus: String, onTouch: @escaping @Sendable () -> Void) async throws -> PasscodeService {
        let storage = SecretServiceSecureStorage(service: "bench of fingerprints")
        let biometrics = FingerprintBiometricAuth(bus: bus) { _ in onTouch() }
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage),
                biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: biometrics),
                installation: nil, policy: .destroySlots))
        let service = PasscodeService(vault: vault, biometrics: biometrics, reason: "Unlock the bench.")
        await AppLockManager(service: service, lifecycle: AppLifecycleManager(initialState: .active)).start()
        guard let passcode = Passcode("593072"), await service.setPasscode(passcode) == .done,
            await service.setBiometric(enabled: true, confirming: passcode) == .done
        else { exit(70) }
        return service
    }
}
#endif
