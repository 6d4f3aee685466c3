// The intended use from outside the package: every line compiles.
import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage

/// Assembles a lock from the app's own parts, as for tests.
@MainActor
func assemble(_ storage: InMemorySecureStorage) async throws -> Data {
    let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
    let lock = AppLock.device(platform, reason: "Unlock the shop.", afterTenFailures: .erase)
    await lock.start()
    try await lock.opened()
    return try lock.vault.seal(Data("note".utf8), for: "notes")
}

/// Assembles a lock on a desktop whose reader only reports a match.
@MainActor
func assembleOnADesktop(_ storage: InMemorySecureStorage, _ reader: NoBiometrics) -> PasscodeService {
    let platform = LockPlatform.linux(storage: storage, biometrics: reader, sources: [])
    return AppLock.device(platform, reason: "Unlock the shop.", afterTenFailures: .unlimited)
}

/// All operations on the passcode of an app without an account.
@MainActor
func operate(_ lock: PasscodeService, _ passcode: Passcode) async throws {
    _ = await lock.setPasscode(passcode)
    _ = await lock.unlock(with: passcode)
    _ = await lock.setBiometric(enabled: true, confirming: passcode)
    _ = await lock.setTimeout(.oneHour, confirming: passcode)
    _ = await lock.removePasscode(confirming: passcode)
    lock.lockApp()
    for await change in lock.lockChanges where change.isLocked { return }
}
