// The same from outside, as it is meant: every line compiles.
import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage

/// A lock of parts of the app's own, as for tests.
@MainActor
func assemble(_ storage: InMemorySecureStorage) async throws -> Data {
    let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
    let lock = AppLock.device(platform, reason: "Unlock the shop.", afterTenFailures: .erase)
    await lock.start()
    try await lock.opened()
    return try lock.vault.seal(Data("note".utf8), for: "notes")
}

/// A desktop with a reader that answers yes or no.
@MainActor
func assembleOnADesktop(_ storage: InMemorySecureStorage, _ reader: NoBiometrics) -> PasscodeService {
    let platform = LockPlatform.linux(storage: storage, biometrics: reader, sources: [])
    return AppLock.device(platform, reason: "Unlock the shop.", afterTenFailures: .unlimited)
}

/// Everything that requirement 01 asks of the passcode of an app without an account.
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
