import Synchronization

@testable import LatchkeyServer

/// The effects of guesses, as observed by the guessers.
final class GuessLog: Sendable {
    enum Step: Sendable { case reserve, settle, delete }

    enum Outcome: Sendable, Equatable {
        case done
        /// No attempt was left. For a settlement, the attempt no longer exists.
        case rejected
        /// Undecided, or not known yet.
        case unknown
    }

    /// A write of a guess.
    struct Operation: Sendable {
        let step: Step
        let account: Int
        let guess: Int
        let began: ContinuousClock.Instant
        /// Nil while the result is unknown.
        var ended: ContinuousClock.Instant?
        var outcome = Outcome.unknown
    }

    struct Evaluation: Sendable {
        let account: Int
        let guess: Int
        let at: ContinuousClock.Instant
    }

    private struct State {
        var guesses: [Int: Int] = [:]
        var operations: [Operation?] = []
        var evaluations: [Evaluation] = []
        var undecided = 0
        var unavailable = 0
    }

    private let state = Mutex(State())

    /// The writes with a certain or possible effect.
    var operations: [Operation] { state.withLock { $0.operations.compactMap(\.self) } }
    var evaluations: [Evaluation] { state.withLock { $0.evaluations } }
    /// The number of undecided and rejected guesses.
    var undecided: Int { state.withLock { $0.undecided } }
    var unavailable: Int { state.withLock { $0.unavailable } }

    func evaluations(of account: Int) -> Int { evaluations.count { $0.account == account } }

    /// Returns the number of a new guess at an account.
    func newGuess(at account: Int) -> Int {
        state.withLock { state in
            defer { state.guesses[account, default: 0] += 1 }
            return state.guesses[account, default: 0]
        }
    }

    func begin(_ step: Step, account: Int, guess: Int) -> Int {
        state.withLock { state in
            state.operations.append(Operation(step: step, account: account, guess: guess, began: .now))
            return state.operations.count - 1
        }
    }

    func end(_ operation: Int, isRejected: Bool) {
        state.withLock { state in
            state.operations[operation]?.ended = .now
            state.operations[operation]?.outcome = isRejected ? .rejected : .done
        }
    }

    func fail(_ operation: Int, with error: any Error) {
        state.withLock { state in
            if case StoreError.undecided = error {
                state.undecided += 1
            } else {
                // Nothing was written.
                state.operations[operation] = nil
                state.unavailable += 1
            }
        }
    }

    func noteEvaluation(account: Int, guess: Int) {
        state.withLock { $0.evaluations.append(Evaluation(account: account, guess: guess, at: .now)) }
    }
}
