public import Foundation
public import LatchkeyLock
public import Observation

/// A lock by time without a passcode of its own: after a minute in the background it takes biometrics or the device's
/// own passcode, as the biometric guide has it.
///
/// It hides content and protects no data: ``PasscodeService`` has a vault. It is locked at launch. An app creates it
/// and reports to it.
@MainActor @Observable
public final class AppLockManager {
    private var isOpen = false
    @ObservationIgnored private var left: ClockReading?
    @ObservationIgnored private let lockTimeout: Duration
    @ObservationIgnored private let clock: any LockClock

    /// - Parameters:
    ///   - lockTimeout: The time in the background after which it locks, in seconds.
    ///   - clock: Measures that time.
    public init(lockTimeout: TimeInterval = 60, clock: some LockClock = SystemLockClock()) {
        (self.lockTimeout, self.clock) = (.seconds(lockTimeout), clock)
    }

    /// Whether content must not be shown.
    public var isLocked: Bool {
        get { !isOpen }
        @available(*, unavailable, message: "Call unlock(reason:), which asks the user, or lock().")
        set {}
    }

    /// Locks immediately.
    public func lock() { isOpen = false }

    /// Asks for biometrics or the device's own passcode, and unlocks with either.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    public func unlock(reason: String) async -> Result<Void, BiometricAuthManager.AuthError> {
        await unlock { await BiometricAuthManager.shared.authenticateWithBiometricsOrPasscode(reason: reason) }
    }

    func unlock(
        _ ask: () async -> Result<Void, BiometricAuthManager.AuthError>
    ) async -> Result<Void, BiometricAuthManager.AuthError> {
        let result = await ask()
        // An app that went to the background meanwhile is asked again when it returns.
        if case .success = result, left == nil { isOpen = true }
        return result
    }

    /// The app goes to the background. A repeated report does not shorten the absence.
    public func handleBackgroundTransition() { left = left ?? clock.reading() }

    /// The app returns. It locks when the time is over, or in doubt.
    public func handleForegroundTransition() {
        guard let left else { return }
        self.left = nil
        if clock.reading().hasReached(lockTimeout, since: left) { isOpen = false }
    }
}
