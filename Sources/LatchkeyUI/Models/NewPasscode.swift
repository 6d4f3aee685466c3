internal import LatchkeyLock
internal import LatchkeyPasscode
internal import LatchkeySession

/// A new passcode while it is chosen: typed twice, allowed, and not the present one.
struct NewPasscode {
    let policy: PasscodePolicy
    var current: Passcode?
    private var new: Passcode?

    init(policy: PasscodePolicy) { self.policy = policy }

    /// Takes the first of two, and returns why not, or nil.
    mutating func take(_ passcode: Passcode) -> PasscodeChangeOutcome? {
        if let refusal = policy.refusal(of: passcode) { return .refused(refusal) }
        if current?.matches(passcode) == true { return .reused }
        new = passcode
        return nil
    }

    /// Returns the new passcode if this is the same. Otherwise both are forgotten.
    mutating func confirm(_ passcode: Passcode) -> Passcode? {
        if let new, new.matches(passcode) { return new }
        new = nil
        return nil
    }

    mutating func forgetAll() { (current, new) = (nil, nil) }
}
