import LatchkeyLock
import Testing

@testable import LatchkeyUI

struct TextTests {
    @Test(
        arguments: zip(
            LockTimeout.allCases, ["Immediately", "1 minute", "5 minutes", "15 minutes", "30 minutes", "1 hour"])
    )
    func timeoutsHaveNames(_ timeout: LockTimeout, _ name: String) {
        #expect(timeout.name(in: .english) == name)
    }
}
