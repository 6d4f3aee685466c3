public import Foundation
public import LatchkeyLock
public import Observation

/// A lock after a timeout, without its own passcode. After a minute in the background it requires biometrics or the
/// device passcode.
///
/// It hides content without protecting data; ``PasscodeService`` has a vault. It is locked at launch. The app creates
/// it and reports to it.
@MainActor @Observable
public final class AppLockManager {
    private var isOpen = false
    @ObservationIgnored private var left: ClockReading?
    @ObservationIgnored private let lockTimeout: Duration
    @ObservationIgnored private let clock: any LockClock

    /// Creates a lock that hides content after an absence.
    ///
    /// - Parameters:
    ///   - lockTimeout: The time in the background after which it locks, in seconds.
    ///   - clock: Measures that time.
    public init(lockTimeout: TimeInterval = 60, clock: some LockClock = SystemLockClock()) {
        (self.lockTimeout, self.clock) = (.seconds(lockTimeout), clock)
    }

    /// Whether content must not be shown.
    public var isLocked: Bool {
        get { !isOpen }
        @available(*, unavailable, message: "Only authentication unlocks. Call unlock(reason:), or lock() to lock.")
        set {}
    }

    /// Hides the content immediately, until ``unlock(reason:)``.
    public func lock() { isOpen = false }

    /// Requests biometrics or the device passcode, and unlocks with either.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence.
    public func unlock(reason: String) async -> Result<Void, BiometricAuthManager.AuthError> {
        await unlock { await BiometricAuthManager.shared.authenticateWithBiometricsOrPasscode(reason: reason) }
    }

    func unlock(
        _ ask: () async -> Result<Void, BiometricAuthManager.AuthError>
    ) async -> Result<Void, BiometricAuthManager.AuthError> {
        let result = await ask()
        // If the app went to the background meanwhile, it prompts again on its return.
        if case .success = result, left == nil { isOpen = true }
        return result
    }

    /// Reports that the app goes to the background. A repeated report does not shorten the absence.
    public func handleBackgroundTransition() { left = left ?? clock.reading() }

    /// Reports that the app returns. It locks if the timeout was reached or the time is in doubt.
    public func handleForegroundTransition() {
        guard let left else { return }
        self.left = nil
        if clock.reading().hasReached(lockTimeout, since: left) { isOpen = false }
    }
}
