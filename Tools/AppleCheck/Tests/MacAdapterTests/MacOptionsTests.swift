import LatchkeySecureStorage
import LatchkeySession
import SwiftUI
import Testing

@testable import LatchkeyLock
@testable import LatchkeyUI

/// The options of an app's windows on a Mac.
@MainActor struct MacOptionsTests {
    private static let choices: [(LockCoverPolicy, LockOptions)] = [
        (.whenInactive, LockOptions(coversInactive: true)),
        (.whenHiddenOrLocked, LockOptions(coversInactive: false)),
    ]

    @Test("C12 Mac window uses the app's cover setting")
    func macWindowUsesTheAppsCoverSetting() async {
        let lock = await lockInFront()
        for (cover, options) in Self.choices {
            let view = Text("notes").appLock(lock, cover: cover)
            let modifier = Mirror(reflecting: view).descendant("modifier") as? AppLockModifier
            #expect(modifier?.options == options)
        }
    }

    @Test("C12 session view uses the app's cover setting")
    func sessionViewUsesTheAppsCoverSetting() async {
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(
            platform, api: FakeServer(), reason: "Unlock the test.", sessionLock: InProcessSessionLock())
        for (cover, options) in Self.choices {
            let view = SessionView(session, cover: cover) { Text("notes") }
            #expect(view.options == options)
            let own = Text("notes").appLock(session, cover: cover)
            let modifier = Mirror(reflecting: own).descendant("modifier") as? AppLockModifier
            #expect(modifier?.options == options && modifier?.makeReset != nil)
        }
    }
}
