import LatchkeyPasscode

/// The result of hashing a passcode and comparing it with the stored hash.
enum PasscodeComparison: Sendable {
    case wrong
    case right(Right)

    struct Right: Sendable {
        /// Of the new passcode, where a different one was given.
        var newHash: PasscodeHash?
        /// Of the same passcode, where its parameters are outdated.
        var upgradedHash: PasscodeHash?
        /// Whether the new passcode equals the current one.
        var isReused = false
        /// Whether the new passcode could not be hashed.
        var failed = false
    }

    var isRight: Bool { if case .right = self { true } else { false } }

    /// Evaluates the passcode; slow by design. Throws only where it was not evaluated: after an evaluation the attempt
    /// is not given back.
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
            // The next success makes up for a failure here.
            right.upgradedHash = try? hasher.hash(passcode, salt: salt)
        }
        self = .right(right)
    }
}
