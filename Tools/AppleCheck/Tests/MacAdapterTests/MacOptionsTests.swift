import LatchkeySecureStorage
import LatchkeySession
import SwiftUI
import Testing

@testable import LatchkeyLock
@testable import LatchkeyUI

/// What an app on a Mac chooses for its windows.
@MainActor struct MacOptionsTests {
    private static let choices: [(LockCoverPolicy, Bool, LockOptions)] = [
        (.whenInactive, true, LockOptions(coversInactive: true, hidesFromRecording: true)),
        (.whenHiddenOrLocked, false, LockOptions(coversInactive: false, hidesFromRecording: false)),
    ]

    @Test("C12 A window of a Mac is covered and hidden as the app has chosen")
    func theLockOfAViewTakesWhatTheAppChose() async {
        let lock = await lockInFront()
        for (cover, hides, options) in Self.choices {
            let views: [any View] = [
                Text("notes").appLock(lock, cover: cover, hidesFromRecording: hides),
                Text("notes").appLock(lock, cover: cover, hidesFromRecording: hides),
            ]
            for view in views {
                let modifier = Mirror(reflecting: view).descendant("modifier") as? AppLockModifier
                #expect(modifier?.options == options)
            }
        }
    }

    @Test("C12 So is a session's view")
    func aSessionsViewTakesWhatTheAppChose() async {
        let storage = InMemorySecureStorage()
        let platform = LockPlatform(storage: storage, device: StoredDeviceSecret(storage: storage), sources: [])
        let session = AppLock.account(
            platform, api: FakeServer(), reason: "Unlock the test.", sessionLock: InProcessSessionLock())
        for (cover, hides, options) in Self.choices {
            let view = SessionView(session, cover: cover, hidesFromRecording: hides) { Text("notes") }
            #expect(view.options == options)
            let own = Text("notes").appLock(session, cover: cover, hidesFromRecording: hides)
            let modifier = Mirror(reflecting: own).descendant("modifier") as? AppLockModifier
            #expect(modifier?.options == options && modifier?.makeReset != nil)
        }
    }
}
