#if os(Linux)
import Foundation
import LatchkeyLock
import LatchkeyPasscode
import TerminalKit

extension Journal {
    /// Prompts for the passcode on the terminal until the journal is unlocked. Returns false if the user cancels.
    func unlock() async throws -> Bool {
        let device = try TerminalDevice()
        defer { device.leave() }
        let prompt = DigitPrompt(device, length: Passcode.length)
        while lock.isLocked {
            guard let passcode = try await prompt.ask("Passcode:", Passcode.init) else { return false }
            let outcome = await lock.unlock(with: passcode)
            if let text = outcome.text(in: .english, now: Date()) { print(text) }
        }
        return true
    }

    /// Unlocks the journal with a fingerprint, if the user enabled it.
    func unlockWithFinger() async -> Bool { await lock.authenticateWithBiometric() == .unlocked }

    /// Handles a key. Call `recordActivity()` at each key, click and touch, or the journal locks while it is used.
    func handle(_ key: Character, _ show: (Character) -> Void) {
        lock.recordActivity()
        if !lock.isLocked { show(key) }
    }
}
#endif
