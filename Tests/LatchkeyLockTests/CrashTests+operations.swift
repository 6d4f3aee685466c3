import Foundation
import LatchkeyPasscode
import LatchkeyTestSupport
import Testing

@testable import LatchkeyLock

extension CrashTests {
    /// An operation, and the allowed states after its interruption.
    struct Operation: CustomTestStringConvertible, Sendable {
        let name: String
        /// The passcodes of which exactly one must work afterwards. If empty, the vault must be open, or absent where
        /// allowed.
        let passcodes: [Passcode]
        var mayBeOpen = false
        var mayBeAbsent = false
        /// Whether biometrics alone may protect an empty vault, or none, because nothing had been sealed before the
        /// crash.
        var mayHoldNothing = false
        var begin: @Sendable (Device) async throws -> Vault = { device in
            let vault = try await device.unlockedVault(biometrics: true)
            try await vault.storeSealingKey()
            return vault
        }
        let run: @Sendable (Vault) async throws -> Void
        var testDescription: String { name }
    }

    static let operations = localOperations + serverOperations

    /// The vault opens with the server only. The old key of the server is deleted after the first use of the new one.
    private static let serverOperations = [
        Operation(
            name: "migrate to the server", passcodes: [.right],
            begin: { device in
                let vault = try await device.unlockedVault(biometrics: true)
                await vault.setUnlockPolicy(.serverRequired)
                return vault
            }, run: { try await $0.renewPasscodeSlot(.right) }),
        Operation(
            name: "change with the server", passcodes: [.right, .other], begin: { try await $0.serverVault() },
            run: { _ = try await $0.changePasscode(from: .right, to: .other) }),
        Operation(
            name: "recover with the server", passcodes: [.right, .other], begin: { try await $0.serverVault() },
            run: { _ = try await $0.recover(with: .test, setting: .other) }),
        Operation(
            name: "stop requiring the server", passcodes: [.right],
            begin: { device in
                let vault = try await device.serverVault()
                await vault.setUnlockPolicy(.offline)
                return vault
            }, run: { try await $0.renewPasscodeSlot(.right) }),
    ]

    private static let localOperations = [
        Operation(
            name: "create with passcode", passcodes: [.right], mayBeAbsent: true, begin: { $0.vault() },
            run: { try await $0.create(.passcode(.right)) }),
        Operation(
            name: "create open", passcodes: [], mayBeOpen: true, mayBeAbsent: true, begin: { $0.vault() },
            run: { try await $0.create(.open) }),
        Operation(
            name: "set", passcodes: [.right], mayBeOpen: true,
            begin: { device in
                let vault = device.vault()
                try await vault.create(.open)
                return vault
            }, run: { try await $0.setPasscode(.right) }),
        Operation(name: "unlock", passcodes: [.right], run: { _ = try await $0.unlock(with: .right) }),
        Operation(name: "wrong code", passcodes: [.right], run: { _ = try await $0.unlock(with: .wrong) }),
        Operation(
            name: "change", passcodes: [.right, .other],
            run: { _ = try await $0.changePasscode(from: .right, to: .other) }),
        Operation(
            name: "enable biometrics", passcodes: [.right], begin: { try await $0.unlockedVault() },
            run: { _ = try await $0.enableBiometrics(confirming: .right) }),
        Operation(name: "disable biometrics", passcodes: [.right], run: { try await $0.disableBiometrics() }),
        Operation(name: "timeout", passcodes: [.right], run: { try await $0.setTimeout(.oneHour) }),
        Operation(
            name: "remove", passcodes: [.right], mayBeOpen: true, run: { _ = try await $0.removePasscode(.right) }),
        Operation(
            name: "recover", passcodes: [.right, .other],
            run: { _ = try await $0.recover(with: .test, setting: .other) }),
        Operation(
            name: "recover without passcode", passcodes: [.right], mayBeOpen: true,
            run: { _ = try await $0.recover(with: .test, setting: nil) }),
        Operation(
            name: "unlock that replaces an outdated slot", passcodes: [.right],
            run: { vault in
                let stronger = try ScryptParameters(logN: 2, blockSize: 1, passes: 1)
                _ = try await Vault(vault.parts, parameters: stronger).unlock(with: .right)
            }),
        Operation(
            name: "store the sealing key", passcodes: [.right], begin: { try await $0.unlockedVault(biometrics: true) },
            run: { try await $0.storeSealingKey() }),
        Operation(
            name: "unlock with a forged sealing key", passcodes: [.right],
            begin: { device in
                let vault = try await device.unlockedVault(biometrics: true)
                let planted = try await Device().unlockedVault().sealingKey().rawRepresentation
                device.storage.set(Array(planted) + [UInt8](repeating: 7, count: 32), for: "latchkey.sealing-key")
                return vault
            }, run: { _ = try await $0.unlock(with: .right) }),
        Operation(
            name: "create with biometrics alone", passcodes: [], mayBeAbsent: true, mayHoldNothing: true,
            begin: { $0.vault() }, run: { try await $0.create(.biometricsOnly) }),
        Operation(name: "erase", passcodes: [.right], mayBeAbsent: true, run: { try await $0.erase() }),
    ]
}
