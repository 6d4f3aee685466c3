import LatchkeyPasscode

/// Turns passcodes into verifiers. Slow on purpose: only ever called inside `KDFPermit.run`.
protocol PasscodeHasher: Sendable {
    /// A verifier of the passcode. The salt is random, of `Argon2Limits.saltLength`.
    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash

    /// Whether this is the passcode, at the cost that the verifier names. An error says that nothing is known.
    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool

    /// Whether the verifier was made at another cost or from an imported digest; replaced when the passcode is next at
    /// hand.
    func needsRehash(_ hash: PasscodeHash) -> Bool
}
