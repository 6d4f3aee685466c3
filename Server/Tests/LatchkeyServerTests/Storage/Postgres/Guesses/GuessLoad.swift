@testable import LatchkeyServer
@testable import PostgresTestSupport

/// Clients that guess one after another until they are stopped.
struct GuessLoad {
    private let isOver = Shared(false)
    private let clients: [Task<Void, any Error>]

    init(_ guessers: [Guesser], at accounts: [GuessedAccount], clients count: Int) {
        clients = (0..<count).map { [isOver] number in
            Task {
                var turn = number
                while !isOver.value {
                    turn += 1
                    _ = try await guessers[number % guessers.count].guess(at: accounts[turn % accounts.count])
                    // Like a network client, so that the budgets last for some time.
                    try await Task.sleep(for: .milliseconds(15))
                }
            }
        }
    }

    func stop() async throws {
        isOver.change { $0 = true }
        for client in clients { try await client.value }
    }
}
