internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession

/// The choice of a new passcode: entered twice, allowed, and different from the current one.
struct NewPasscode {
    let policy: PasscodePolicy
    var current: Passcode?
    private var new: Passcode?

    init(policy: PasscodePolicy) { self.policy = policy }

    /// Accepts the first entry, or returns the reason that it is rejected.
    mutating func take(_ passcode: Passcode) -> PasscodeChangeOutcome? {
        if let rejection = policy.rejection(of: passcode) { return .rejected(rejection) }
        if current?.matches(passcode) == true { return .reused }
        new = passcode
        return nil
    }

    /// Returns the new passcode if both entries are equal. Otherwise discards both.
    mutating func confirm(_ passcode: Passcode) -> Passcode? {
        if let new, new.matches(passcode) { return new }
        new = nil
        return nil
    }

    mutating func forgetAll() { (current, new) = (nil, nil) }
}
