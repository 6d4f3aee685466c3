import Foundation
import LatchkeyCore
import LatchkeyPasscode
import LatchkeyTestSupport

@testable import LatchkeyLock

/// The persistent state of a device with one app. `vault()` simulates a start of the app.
struct Device {
    var storage = TestStorage()
    var clock = ManualClock()
    var reader = ScriptedBiometrics()
    var marker: TestMarker? = TestMarker()
    var legacy: TestLegacy?
    var policy = AttemptPolicy.destroySlots
    var passcodeInterval: Duration?
    var marksUnusedVaults = false
    var server: InMemoryUnlockServer?
    /// Whether the reader's match releases the slot, as on Linux, instead of the storage.
    var isReaderGated = false
    var stretches = Counter()
    var onStretch: @Sendable () async -> Void = {}

    static let cheap = try? ScryptParameters(logN: 1, blockSize: 1, passes: 1)

    var parts: Vault.Parts {
        var parts = Vault.Parts(
            storage: storage, device: StoredDeviceSecret(storage: storage),
            biometrics: biometricKey,
            installation: marker, legacy: legacy, policy: policy, clock: clock)
        (parts.passcodeInterval, parts.marksUnusedVaults) = (passcodeInterval, marksUnusedVaults)
        parts.unlockServer = server
        return parts
    }

    private var biometricKey: any BiometricKeyStore {
        isReaderGated
            ? ReaderGatedBiometricKey(storage: storage, biometrics: reader)
            : StoredBiometricKey(storage: storage, biometrics: reader)
    }

    func vault() -> Vault {
        let (stretches, onStretch) = (stretches, onStretch)
        return Vault(
            parts, parameters: Self.cheap ?? .standard,
            stretcher: PasscodeStretcher { passcode, salt, parameters throws(VaultError) in
                await onStretch()
                stretches.increment()
                return try await PasscodeStretcher.scrypt.stretch(passcode, salt: salt, parameters: parameters)
            })
    }

    @MainActor func service() -> PasscodeService {
        PasscodeService(vault: vault(), biometrics: reader, reason: "Unlock the test.")
    }

    /// Returns an unlocked vault with the correct passcode and the recovery key.
    func unlockedVault(biometrics: Bool = false, recovery: Bool = true) async throws -> Vault {
        let vault = vault()
        try await vault.create(.passcode(.right))
        if recovery { try await vault.setRecoveryKey(.test) }
        if biometrics { _ = try await vault.enableBiometrics(confirming: .right) }
        return vault
    }

    /// A vault with the right passcode, which only opens with the server, and the recovery key; unlocked.
    func serverVault(biometrics: Bool = false) async throws -> Vault {
        let vault = try await unlockedVault(biometrics: biometrics)
        await vault.setUnlockPolicy(.serverRequired)
        try await vault.renewPasscodeSlot(.right)
        return vault
    }
}

final class Counter: Sendable {
    private let count = LockedValue(0)
    var value: Int { count.withLock { $0 } }
    @discardableResult func increment() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

final class TestMarker: InstallationMarker {
    private let state = LockedValue<(data: Data?, isReadable: Bool)>((nil, true))
    func set(_ data: Data?) { state.withLock { $0.data = data } }
    func breakReading(_ isBroken: Bool = true) { state.withLock { $0.isReadable = !isBroken } }
    func load() async throws(VaultError) -> Data? {
        let (data, isReadable) = state.withLock { $0 }
        guard isReadable else { throw .installationUnknown }
        return data
    }
    func claim(_ identifier: Data) async throws(VaultError) -> Data {
        guard state.withLock({ $0.isReadable }) else { throw .installationUnknown }
        return state.withLock { state in
            let claimed = state.data ?? identifier
            state.data = claimed
            return claimed
        }
    }
}

final class TestLegacy: LegacyPasscodeSource {
    private let record: LockedValue<LegacyPasscode?>
    init(_ record: LegacyPasscode?) { self.record = LockedValue(record) }
    var isThere: Bool { record.withLock { $0 != nil } }
    func load() async throws(VaultError) -> LegacyPasscode? { record.withLock { $0 } }
    func delete() async throws(VaultError) { record.withLock { $0 = nil } }
}

extension Passcode {
    static func test(_ text: String) -> Passcode {
        guard let passcode = Passcode(text) else { preconditionFailure("six digits") }
        return passcode
    }
    static let right = test("481920")
    static let other = test("730416")
    static let wrong = test("593072")
}

extension RecoveryKey {
    static var test: RecoveryKey {
        guard let key = RecoveryKey((0x81..<0xA1).map { UInt8($0) }) else { preconditionFailure("32 bytes") }
        return key
    }
    static var wrong: RecoveryKey {
        guard let key = RecoveryKey([UInt8](repeating: 7, count: 32)) else { preconditionFailure("32 bytes") }
        return key
    }
}

/// Parses hexadecimal text.
func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}
