import Foundation
import LatchkeyLifecycle
import LatchkeyLock
import LatchkeyPasscode
import Testing
import UIKit

/// The lock as an app makes it, by one call.
@MainActor @Suite(.ownDevice) struct AppLockTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    @Test("C1 C7 one call and a start: the folder is there, the system is heard, and what was stored is read")
    func assembly() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let passcode = try #require(Passcode("481920"))
        let first = AppLock.device(
            .apple(folder: folder), reason: "Unlock the test.", afterTenFailures: .erase)
        #expect(first.isLocked && first.state.isCovered)
        await first.start()
        // The app was active before anybody listened, which the system does not say again.
        #expect(!first.state.isCovered)
        #expect(await first.setPasscode(passcode) == .done)
        let lock = AppLock.device(.apple(folder: folder), reason: "Unlock the test.", afterTenFailures: .erase)
        await lock.start()
        #expect(lock.isLocked && lock.protection == .passcode(biometrics: false))
        #expect(await lock.unlock(with: passcode) == .unlocked)
        NotificationCenter.default.post(
            name: UIApplication.protectedDataWillBecomeUnavailableNotification, object: nil)
        #expect(lock.vault.isLocked)
        #expect(first.vault.isLocked, "every lock of the process hears the system")
    }
}
