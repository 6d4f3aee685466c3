import LatchkeyPasscode

/// The result of comparing a passcode with the stored hash.
enum PasscodeComparison: Sendable {
    case wrong
    case right(Right)

    struct Right: Sendable {
        /// The hash of the new passcode, if a different one was given.
        var newHash: PasscodeHash?
        /// The hash of the same passcode with current parameters, if they were outdated.
        var upgradedHash: PasscodeHash?
        /// Whether the new passcode equals the current one.
        var isReused = false
        /// Whether the new passcode could not be hashed.
        var failed = false
    }

    var isRight: Bool { if case .right = self { true } else { false } }

    /// Evaluates the passcode; slow by design. Throws only before the evaluation: afterwards the attempt is not
    /// refunded.
    init(
        of passcode: Passcode, with hash: PasscodeHash, new: Passcode?, salt: [UInt8], hasher: any PasscodeHasher
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
            // A failure here is repeated at the next success.
            right.upgradedHash = try? hasher.hash(passcode, salt: salt)
        }
        self = .right(right)
    }
}
