import Crypto
import CryptoExtras
import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage

/// The overhead of an unlock compared with its key derivation, and the duration of reading the lock state.
@MainActor
struct LockFigures {
    let directory: URL
    private let clock = ContinuousClock()

    init(directory: URL) { self.directory = directory }

    func measure() async throws -> [Figure] {
        let service = PasscodeService(
            vault: try Vault.bench(directory), biometrics: NoBiometrics(), reason: "Unlock the bench")
        await service.start()
        guard let passcode = Passcode("593072"), await service.setPasscode(passcode) == .done else { exit(70) }
        return [try await unlock(service, passcode), read(service)]
    }

    /// Measures a whole unlock: file reads, the recorded attempt, and its refund, each flushed to disk. The baseline is
    /// scrypt with the vault's stored parameters.
    private func unlock(_ service: PasscodeService, _ passcode: Passcode) async throws -> Figure {
        let cost = ScryptParameters.standard
        let salt = [UInt8](repeating: 7, count: 16)
        let ratio = try await Rounds(count: 31).ratio {
            service.lockApp()
            return await clock.measure { guard await service.unlock(with: passcode) == .unlocked else { exit(70) } }
        } to: {
            try clock.measure {
                _ = try KDF.Scrypt.deriveKey(
                    from: Data("593072".utf8), salt: salt, outputByteCount: 32, rounds: 1 << cost.logN,
                    blockSize: Int(cost.blockSize), parallelism: Int(cost.passes))
            }
        }
        return Figure("unlock ÷ bare scrypt", ratio: ratio, bar: 1.02)
    }

    /// Measures an unlocked service without observers, like reads outside of a view. Uses short batches, so that other
    /// load on the machine interrupts few of them.
    private func read(_ service: PasscodeService) -> Figure {
        let reads = 10_000
        let times = (0..<1001).map { _ in
            var locked = 0
            let time = clock.measure { for _ in 0..<reads where service.isLocked { locked += 1 } }
            guard locked == 0 else { exit(70) }
            return time
        }
        return Figure(
            "PasscodeService.isLocked", times.median / .nanoseconds(1) / Double(reads), unit: "ns", bar: 50)
    }
}

extension Vault {
    /// Returns a vault like an app's on Linux: in files, with the standard parameters.
    ///
    /// - Parameter server: The server of a passcode slot that requires it; nil for a slot that does not.
    static func bench(_ directory: URL, server: (any UnlockServer)? = nil) throws -> Vault {
        let storage = try FileSecureStorage(directory: directory, key: .file(directory.appendingPathComponent("key")))
        var parts = Parts(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
            policy: .destroySlots)
        parts.unlockServer = server
        return Vault(parts)
    }
}
