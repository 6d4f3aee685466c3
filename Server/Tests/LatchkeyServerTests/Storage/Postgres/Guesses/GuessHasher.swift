import LatchkeyPasscode

@testable import LatchkeyServer

/// A hasher that returns immediately, and reports the evaluation.
struct GuessHasher: PasscodeHasher {
    let evaluated: @Sendable () -> Void

    static func hash(salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        guard let parameters = Argon2Parameters(memoryKiB: 8, passes: 1),
            let hash = PasscodeHash(
                parameters: parameters, salt: salt, tag: Array(repeating: 0, count: parameters.tagLength))
        else { throw .saltLength }
        return hash
    }

    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        try Self.hash(salt: salt)
    }

    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool {
        evaluated()
        return Passcode(GuessedAccount.passcode).map { $0.matches(passcode) } ?? false
    }

    func needsRehash(_ hash: PasscodeHash) -> Bool { false }
}
