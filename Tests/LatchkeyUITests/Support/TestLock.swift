import Foundation
import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode
import LatchkeySecureStorage
import LatchkeyTestSupport
import LatchkeyUI
import Testing

/// The persistent state of a device with a lock, and its clocks.
@MainActor struct TestLock {
    let storage = InMemorySecureStorage()
    let reader = MockBiometricAuth(.fingerprint)
    let clock = ManualClock()

    /// Returns the service of a launched app.
    func launched() async -> PasscodeService {
        let lock = starting()
        await lock.start()
        return lock
    }

    /// Returns the service of an app before its first read.
    func starting() -> PasscodeService {
        let vault = Vault(
            Vault.Parts(
                storage: storage, device: StoredDeviceSecret(storage: storage),
                biometrics: ReaderGatedBiometricKey(storage: storage, biometrics: reader),
                installation: nil, policy: .destroySlots, clock: clock),
            parameters: (try? ScryptParameters(logN: 1, blockSize: 1, passes: 1)) ?? .standard)
        return PasscodeService(vault: vault, biometrics: reader, reason: "Unlock the test.")
    }

    /// Returns the service of a launched, locked app with a passcode.
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
    /// Enters digits on the number pad, and waits for the result.
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

/// Yields until the condition is met, and fails after a minute.
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
