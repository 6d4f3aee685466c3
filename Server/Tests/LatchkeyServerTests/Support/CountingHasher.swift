import LatchkeyPasscode
import Synchronization

@testable import LatchkeyServer

/// Argon2id at its lowest cost, which counts evaluations and can be held or made to fail.
final class CountingHasher: PasscodeHasher {
    private struct State {
        var checks = 0
        var hashes = 0
        var parameters: Argon2Parameters
        var beforeCheck: @Sendable () throws(PasscodeHasherError) -> Void = {}
    }

    private let state: Mutex<State>

    init() throws {
        state = Mutex(State(parameters: try Self.parameters(passes: 1)))
    }

    static func parameters(passes: Int) throws -> Argon2Parameters {
        guard let parameters = Argon2Parameters(memoryKiB: 8, passes: passes) else {
            throw PasscodeHasherError.libraryFailed(code: 0)
        }
        return parameters
    }

    /// The number of passcodes evaluated against a stored hash.
    var checks: Int { state.withLock { $0.checks } }

    /// The number of new hashes.
    var hashes: Int { state.withLock { $0.hashes } }

    /// Runs on the worker's thread before each evaluation.
    func beforeCheck(_ body: @escaping @Sendable () throws(PasscodeHasherError) -> Void) {
        state.withLock { $0.beforeCheck = body }
    }

    /// Makes earlier hashes outdated.
    func raiseCost() throws {
        let dearer = try Self.parameters(passes: 2)
        state.withLock { $0.parameters = dearer }
    }

    private var argon2: Argon2idHasher { Argon2idHasher(parameters: state.withLock { $0.parameters }) }

    func hash(_ passcode: Passcode, salt: [UInt8]) throws(PasscodeHasherError) -> PasscodeHash {
        state.withLock { $0.hashes += 1 }
        return try argon2.hash(passcode, salt: salt)
    }

    func verify(_ passcode: Passcode, against hash: PasscodeHash) throws(PasscodeHasherError) -> Bool {
        try state.withLock { $0.beforeCheck }()
        state.withLock { $0.checks += 1 }
        return try argon2.verify(passcode, against: hash)
    }

    func needsRehash(_ hash: PasscodeHash) -> Bool { argon2.needsRehash(hash) }
}
