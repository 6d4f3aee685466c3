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
        /// The passcode is right, but the new one could not be hashed.
        var failed = false
    }

    var isRight: Bool { if case .right = self { true } else { false } }

    /// Evaluates the passcode; slow by design. Throws only where it was not evaluated: after that the attempt is not
    /// given back.
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
            if !right.isReused { right.newHash = try? hasher.hash(new, salt: salt) }
            right.failed = !right.isReused && right.newHash == nil
        } else if hasher.needsRehash(hash) {
            // What fails now is made up for at the next success.
            right.upgradedHash = try? hasher.hash(passcode, salt: salt)
        }
        self = .right(right)
    }
}
