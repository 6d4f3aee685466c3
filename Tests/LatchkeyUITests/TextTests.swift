import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySession
import Testing

@testable import LatchkeyUI

struct TextTests {
    @Test(arguments: PasscodePolicy.Refusal.allCases) func everyRefusalSaysWhy(_ refusal: PasscodePolicy.Refusal) {
        let english = PasscodeChangeOutcome<SessionError>.refused(refusal).text(in: .english, now: Date())
        #expect(english?.hasPrefix(refusal.reason) == true)
    }

    @Test(
        arguments: zip(
            LockTimeout.allCases, ["Immediately", "1 minute", "5 minutes", "15 minutes", "30 minutes", "1 hour"])
    )
    func timeoutsHaveNames(_ timeout: LockTimeout, _ name: String) {
        #expect(timeout.name(in: .english) == name)
    }
}
