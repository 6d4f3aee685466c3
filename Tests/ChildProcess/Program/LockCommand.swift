import Foundation
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage

/// `lock guess DIRECTORY COUNT`, `lock die DIRECTORY`: enters a wrong passcode, and prints `evaluated` for each
/// evaluated attempt. `die` kills the process during the first. `lock make DIRECTORY PASSCODE`: creates a vault, and
/// prints `made`, `exists` or `conflict`.
struct LockCommand {
    let arguments: [String]

    func run() async throws {
        let directory = URL(fileURLWithPath: arguments[1])
        let storage = try FileSecureStorage(
            directory: directory, key: .file(directory.appendingPathComponent("key")))
        let parts = Vault.Parts(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: nil, installation: nil,
            policy: .destroySlots, clock: HastyClock())
        let dies = arguments[0] == "die"
        let stretcher = PasscodeStretcher { passcode, salt, parameters throws(VaultError) in
            Child.say("evaluated")
            if dies { kill(getpid(), SIGKILL) }
            return try await PasscodeStretcher.scrypt.stretch(passcode, salt: salt, parameters: parameters)
        }
        if arguments[0] == "make" { return try await make(parts) }
        let vault = Vault(
            parts, parameters: try ScryptParameters(logN: 1, blockSize: 1, passes: 1), stretcher: stretcher)
        guard let wrong = Passcode("593072") else { exit(65) }
        for _ in 0..<(dies ? 1_000_000 : Int(arguments[2]) ?? 0) {
            if try await vault.unlock(with: wrong, since: vault.epoch) == .exhausted { return }
        }
    }

    private func make(_ parts: Vault.Parts) async throws {
        let vault = Vault(parts, parameters: try ScryptParameters(logN: 1, blockSize: 1, passes: 1))
        guard let passcode = Passcode(arguments[2]) else { exit(65) }
        do {
            try await vault.create(.passcode(passcode), since: vault.epoch)
            Child.say("made")
        } catch {
            Child.say(error == .vaultExists ? "exists" : error == .conflict ? "conflict" : "\(error)")
        }
    }
}

/// A clock that advances 160 s in less than a millisecond, in step in all processes.
struct HastyClock: LockClock {
    private let clock = SystemLockClock()

    func reading() -> ClockReading {
        let now = clock.reading()
        return ClockReading(bootID: now.bootID, continuous: now.continuous * 1_000_000, wall: now.wall)
    }
}
