import LatchkeyPasscode

/// What hashing a passcode showed.
enum Verdict: Sendable {
    case wrong
    case right(Right)

    struct Right: Sendable {
        /// Of the new passcode, where one was given that differs.
        var newHash: PasscodeHash?
        /// Of the same passcode, where its parameters are outdated.
        var upgradedHash: PasscodeHash?
        var isReused = false
    }

    /// Evaluates the passcode; slow by design.
    init(
        of passcode: Passcode, against hash: PasscodeHash, new: Passcode?, salt: [UInt8], hasher: any PasscodeHasher
    ) throws(PasscodeHasherError) {
        guard try hasher.verify(passcode, against: hash) else {
            self = .wrong
            return
        }
        var right = Right()
        if let new {
            right.isReused = new.matches(passcode)
            if !right.isReused { right.newHash = try hasher.hash(new, salt: salt) }
        } else if hasher.needsRehash(hash) {
            right.upgradedHash = try hasher.hash(passcode, salt: salt)
        }
        self = .right(right)
    }
}
