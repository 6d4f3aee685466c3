import LatchkeyPasscode

/// A hasher that measures each evaluation.
struct TimedHasher: PasscodeHasher {
    let hasher: any PasscodeHasher
    let histogram: DurationHistogram

    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        let start = ContinuousClock.now
        defer { histogram.observe(ContinuousClock.now - start) }
        return try hasher.hash(passcode, salt: salt)
    }

    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool {
        let start = ContinuousClock.now
        defer { histogram.observe(ContinuousClock.now - start) }
        return try hasher.verify(passcode, against: hash)
    }

    func needsRehash(_ hash: PasscodeHash) -> Bool { hasher.needsRehash(hash) }
}
