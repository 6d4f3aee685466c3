import LatchkeyLifecycle

import LatchkeyTestSupport
@testable import LatchkeyLock

/// A device with one active app and its lifecycle.
@MainActor struct FrontApp {
    let device = Device()
    let lifecycle = AppLifecycleManager(initialState: .active)

    /// Returns a locked app with the correct passcode, as after a relaunch.
    func relaunched(
        biometrics: Bool = false, timeout: LockTimeout = .immediately
    ) async throws -> (PasscodeService, AppLockManager) {
        let vault = try await device.unlockedVault(biometrics: biometrics)
        try await vault.setTimeout(timeout)
        let service = device.service()
        let manager = AppLockManager(service: service, lifecycle: lifecycle)
        await manager.start()
        return (service, manager)
    }

    /// Moves the app to the background for a duration.
    func leave(for time: Duration) async {
        await lifecycle.updateState(.background).value
        device.clock.advance(by: time)
        await lifecycle.updateState(.active).value
    }
}
