import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

@Suite(.withPostgres)
struct GuessRaceTests {
    @Test("V1 concurrent servers evaluate exactly the remaining attempts", arguments: 0..<3)
    func concurrentServersEvaluateExactlyTheRemainingAttempts(round: Int) async throws {
        let database = try await TestPostgres.database()
        let log = GuessLog()
        var guessers: [Guesser] = []
        for _ in 0..<4 { guessers.append(try await Guesser(TestPostgres.store(database), log: log)) }
        let account = try #require(try await GuessedAccount.make(1, in: guessers[0].store).first)
        let ends = try await withThrowingTaskGroup(of: Guesser.End.self) { group in
            for number in 0..<160 {
                group.addTask { [guesser = guessers[number % 4]] in try await guesser.guess(at: account) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // Attempts beyond thirty in progress were rejected, and not all of the others have failed yet.
        var last = Guesser.End.wrong(remaining: 0)
        while case .wrong = last { last = try await guessers[0].guess(at: account) }
        let evaluated = log.evaluations(of: 0)
        #expect(evaluated == AttemptPolicy.perAccount)
        #expect(!ends.contains(.right))
        let (failures, open) = try await account.spent(in: guessers[0].store)
        #expect(failures == evaluated)
        #expect(open == 0)
        #expect(log.undecided + log.unavailable == 0)
        for guesser in guessers { try await guesser.close() }
    }
}
