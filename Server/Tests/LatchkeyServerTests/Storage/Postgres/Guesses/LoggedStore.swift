import LatchkeyAPI

@testable import LatchkeyServer

/// A store that records the writes of one guess.
struct LoggedStore: StoreWrapper {
    let store: any Store
    let log: GuessLog
    let account: Int
    let guess: Int
    /// Whether its writes delete an undecided attempt.
    var deletes = false

    func write<Value: Sendable>(
        on scope: WriteScope, as priority: WritePriority, _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws -> Value {
        let step: GuessLog.Step = deletes ? .delete : priority == .reservation ? .reserve : .settle
        let operation = log.begin(step, account: account, guess: guess)
        do {
            let value = try await store.write(on: scope, as: priority, body)
            let problem = (value as? any ProblemResult)?.problem
            let isRejected = problem.map { step == .reserve || $0.type != Problem(.incorrectPasscode).type } ?? false
            log.end(operation, isRejected: isRejected)
            return value
        } catch {
            log.fail(operation, with: error)
            throw error
        }
    }
}
