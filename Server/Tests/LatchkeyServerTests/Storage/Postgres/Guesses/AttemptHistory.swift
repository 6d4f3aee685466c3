@testable import LatchkeyServer

/// The history of one account's attempts, with its specification.
struct AttemptHistory {
    enum Operation: Sendable {
        case reserve(Int, isRejected: Bool)
        /// A failed attempt is settled, or rejected if it no longer exists.
        case settle(Int, isRejected: Bool)
        case delete(Int)
        /// An unsettled attempt becomes a failure.
        case expire(Int)
    }

    struct State: Hashable, Sendable {
        var failures = 0
        var open: Set<Int> = []
        var expired: Set<Int> = []
    }

    typealias Search = Linearizability<Operation, State>

    private let calls: [Search.Call]

    /// - Parameter operations: The operations on one account.
    init(_ operations: [GuessLog.Operation]) {
        var calls: [Search.Call] = []
        let last = operations.compactMap(\.ended).max()
        // The database reads its clock a little after the call starts.
        let lifetime = AttemptPolicy.settleWithin
        for operation in operations {
            let (guess, isRejected) = (operation.guess, operation.outcome == .rejected)
            let made: Operation =
                switch operation.step {
                case .reserve: .reserve(guess, isRejected: isRejected)
                case .settle: .settle(guess, isRejected: isRejected)
                case .delete: .delete(guess)
                }
            calls.append(Search.Call(operation: made, began: operation.began, ended: operation.ended))
            let expires = operation.began + lifetime
            if operation.step == .reserve, !isRejected, last.map({ $0 > expires }) ?? false {
                calls.append(Search.Call(operation: .expire(guess), began: expires, ended: nil))
            }
        }
        self.calls = calls
    }

    func check() -> Search.Verdict { Search(step: Self.step).check(calls, from: State()) }

    static func step(_ state: State, _ operation: Operation) -> State? {
        let isSpent = state.failures + state.open.count >= AttemptPolicy.perAccount
        var next = state
        switch operation {
        case .reserve(_, isRejected: true): return isSpent ? state : nil
        case .reserve(let guess, isRejected: false):
            next.open.insert(guess)
            return isSpent ? nil : next
        case .settle(let guess, isRejected: true): return state.open.contains(guess) ? nil : state
        case .settle(let guess, isRejected: false):
            // The response is the same if the attempt has already become a failure.
            if state.expired.contains(guess) { return state }
            next.failures += 1
            return next.open.remove(guess) == nil ? nil : next
        case .expire(let guess):
            next.failures += 1
            next.expired.insert(guess)
            return next.open.remove(guess) == nil ? nil : next
        case .delete(let guess):
            next.open.remove(guess)
            return next
        }
    }
}
