import AppleDevice
import Foundation
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import Testing
import UIKit

/// The lock that an app creates with one call.
@MainActor @Suite(.ownDevice, .serialized) struct AppLockTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let service = UUID().uuidString

    /// Returns the lock of a process of the app. A process has one lock for each storage.
    private func launched(again: Bool = false) -> PasscodeService {
        let keychain = KeychainSecureStorage(
            service: service, accessGroup: nil,
            identity: again ? SecureStorageIdentity("another process", service) : nil
        ) { true }
        return AppLock.device(
            .apple(keychain: keychain, folder: folder), reason: "Unlock the test.", afterTenFailures: .erase)
    }

    @Test("C1 C7 starting the lock restores stored state and observes the system")
    func startingTheLockRestoresStoredStateAndObservesTheSystem() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let passcode = try #require(Passcode("481920"))
        let first = launched()
        #expect(first.isLocked && first.state.isCovered)
        await first.start()
        // The app was already active, and the system does not repeat the notification.
        #expect(!first.state.isCovered)
        #expect(await first.setPasscode(passcode) == .done)
        let lock = launched(again: true)
        await lock.start()
        #expect(lock.isLocked && lock.protection == .passcode(biometrics: false))
        #expect(await lock.unlock(with: passcode) == .unlocked)
        NotificationCenter.default.post(
            name: UIApplication.protectedDataWillBecomeUnavailableNotification, object: nil)
        #expect(lock.vault.isLocked)
        #expect(first.vault.isLocked, "every lock of the process hears the system")
    }

    @Test("C4 lock reads nothing before the first unlock")
    func lockReadsNothingBeforeTheFirstUnlock() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let passcode = try #require(Passcode("481920"))
        let before = launched()
        await before.start()
        #expect(await before.setPasscode(passcode) == .done)

        let app = UIApplication.shared
        device { ($0.lock, $0.hidesItemsBeforeFirstUnlock) = (.beforeFirstUnlock, true) }
        app.standInProtectedDataIsAvailable = false
        let asked = app.standInProtectedDataRequests
        let lock = launched(again: true)
        let start = Task { await lock.start() }
        await until { app.standInProtectedDataRequests > asked }
        #expect(lock.isLocked && lock.problem == nil)

        device { $0.lock = .unlocked }
        app.standInProtectedDataIsAvailable = true
        NotificationCenter.default.post(
            name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
        await start.value
        #expect(lock.problem == nil)
        #expect(lock.protection == .passcode(biometrics: false))
        #expect(await lock.unlock(with: passcode) == .unlocked)
    }
}
