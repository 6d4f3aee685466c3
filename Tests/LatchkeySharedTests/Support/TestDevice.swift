import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeySecureStorage
import LatchkeySession
import LatchkeyTestSupport

@testable import LatchkeyShared

/// A device, and the processes of an app on it.
@MainActor
struct TestDevice {
    static let levels = SecureStorageAccess.withoutMatch.union([
        .biometry(.currentEnrolment), .biometry(.anyEnrolment),
    ])

    var storage = MockSecureStorage(supporting: levels)
    let biometrics = MockBiometricAuth(.faceID)
    let clock = ManualClock()

    private var platform: LockPlatform {
        LockPlatform(
            storage: storage, device: StoredDeviceSecret(storage: storage), biometrics: biometrics, sources: [],
            clock: clock
        ).withCheapPasscodes
    }

    /// Launches the app without an account, which accepts any six digits.
    func launch() async -> Composition {
        let app = Composition(
            device: platform, reason: "Unlock the shop.", policy: .anySixDigits, afterTenFailures: .unlimited)
        await app.launch.value
        await app.passcodeService.checkBiometricAvailability()
        return app
    }

    /// Launches the app with an account on this server.
    func launch(_ server: MockSessionAPI) async -> Composition {
        let session = AppLock.account(
            platform, api: server, reason: "Unlock the shop.", sessionLock: InProcessSessionLock(),
            policy: .anySixDigits)
        let app = Composition(account: session, on: platform, reason: "Unlock the shop.")
        await app.launch.value
        await app.passcodeService.checkBiometricAvailability()
        return app
    }

    /// Returns the same device for the app's next process.
    func afterRestart() async -> TestDevice {
        var next = self
        next.storage = await storage.copy()
        return next
    }

    /// The keys of all stored secrets.
    var names: Set<String> {
        get async throws {
            var names: Set<String> = []
            for call in await storage.calls {
                switch call {
                case .save(let key, _), .update(let key, _):
                    if try await storage.exists(for: key) { names.insert(key) }
                case .load, .delete, .exists: break
                }
            }
            return names
        }
    }
}
