import GRDB
import Testing

@testable import LatchkeyServer

/// Reads on the threads that every request needs.
@Suite(.onSQLite) struct SQLiteReadersTests {
    private let start = ContinuousClock.now

    /// Returns whether a read is allowed `time` after as many others have started and not ended.
    private func isLetIn(after time: Duration, others: Int, limit: Int) async throws -> Bool {
        let elapsed = Shared<Duration>(.zero)
        let answer = Shared(false)
        try await TemporaryStore.run { [start] _, path in
            let readers = SQLiteReaders(path: path, configuration: Configuration(), limit: limit) {
                start + elapsed.value
            }
            func read(with others: Int) throws -> Bool {
                if others == 0 { elapsed.change { $0 = time } }
                let isLetIn = try readers.readIfFree { db in
                    if others > 0 { return try read(with: others - 1) }
                    return try Bool.fetchOne(db, sql: "SELECT 1") == true
                }
                return isLetIn ?? false
            }
            let isLetIn = try read(with: others)
            answer.change { $0 = isLetIn }
            try readers.close()
        }
        return answer.value
    }

    @Test("V9 one thread stays free while a read is slow", arguments: [2, 4])
    func oneThreadStaysFreeWhileAReadIsSlow(limit: Int) async throws {
        #expect(try await isLetIn(after: SQLiteReaders.slow - .nanoseconds(1), others: limit - 1, limit: limit))
        #expect(try await !isLetIn(after: SQLiteReaders.slow, others: limit - 1, limit: limit))
        #expect(try await isLetIn(after: SQLiteReaders.slow, others: limit - 2, limit: limit))
    }

    @Test func readsAreLimitedToTheNumberOfThreads() async throws {
        #expect(try await isLetIn(after: .zero, others: 3, limit: 4))
        #expect(try await !isLetIn(after: .zero, others: 4, limit: 4))
    }
}
