import LatchkeyPasscode
import Synchronization

@testable import LatchkeyServer

/// A hasher that returns a scripted result immediately.
final class ScriptedHasher: PasscodeHasher {
    private let isRight: Bool
    private let state = Mutex((hashes: 0, starves: false))

    init(isRight: Bool) {
        self.isRight = isRight
    }

    /// The number of comparisons.
    var hashes: Int { state.withLock { $0.hashes } }

    /// Runs out of memory from now on.
    func starve() { state.withLock { $0.starves = true } }

    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        guard let parameters = Argon2Parameters(memoryKiB: 8, passes: 1),
            let hash = PasscodeHash(
                parameters: parameters, salt: salt, tag: Array(repeating: 0, count: parameters.tagLength))
        else { throw .saltLength }
        return hash
    }

    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool {
        let starves = state.withLock { state in
            if !state.starves { state.hashes += 1 }
            return state.starves
        }
        if starves { throw .outOfMemory }
        return isRight
    }

    func needsRehash(_ hash: PasscodeHash) -> Bool { false }
}
