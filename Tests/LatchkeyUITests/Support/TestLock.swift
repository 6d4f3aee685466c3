import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import LatchkeyUI
import Testing

/// A lock on a device: what outlives the process, and the clocks.
@MainActor struct TestLock {
    let storage = InMemorySecureStorage()
    let reader = MockBiometricAuth(.fingerprint)
    let clock = ManualClock()

    /// The app's process.
    func launched() async -> PasscodeService {
        let lock = starting()
        await lock.start()
        return lock
    }

    /// The app's process before anything was read.
    func starting() -> PasscodeService {
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage),
                biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: reader),
                installation: nil, policy: .destroySlots, clock: clock),
            parameters: (try? ScryptParameters(logN: 1, blockSize: 1, passes: 1)) ?? .standard)
        return PasscodeService(vault: vault, biometrics: reader, reason: "Unlock the test.")
    }

    /// A launched app with a passcode, locked.
    func locked(biometrics: Bool = false) async -> PasscodeService {
        let lock = await launched()
        #expect(await lock.setPasscode(.right) == .done)
        if biometrics { #expect(await lock.setBiometric(enabled: true, confirming: .right) == .done) }
        lock.lockApp()
        return lock
    }

    func advance(by seconds: Int) { clock.advance(by: .seconds(seconds)) }
}

extension ManualClock {
    var timeOfDay: @Sendable () -> Date { { self.reading().wall } }
}

extension PasscodeEntry {
    /// Types it on the keys, and waits for what comes of it.
    func type(_ digits: String) async {
        for digit in digits { pad.press(digit.wholeNumberValue ?? -1) }
        await settled()
    }
}

extension Passcode {
    static func test(_ text: String) -> Passcode {
        guard let passcode = Passcode(text) else { preconditionFailure("six digits") }
        return passcode
    }
    static let right = test("481920")
    static let other = test("730416")
}

/// Lets the others run until it is so.
@MainActor func until(
    _ condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async {
    let end = ContinuousClock.now + .seconds(60)
    while !condition() {
        guard ContinuousClock.now < end else {
            Issue.record("what the test waits for did not come within a minute", sourceLocation: sourceLocation)
            return
        }
        await Task.yield()
    }
}
