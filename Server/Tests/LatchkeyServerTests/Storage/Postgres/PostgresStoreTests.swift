import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

@Suite(.withPostgres)
struct PostgresStoreTests {
    @Test(arguments: StoreContract.rules) func postgreSQLSatisfiesTheStoreContract(_ rule: StoreRule) async throws {
        let database = try await TestPostgres.database()
        let store = try TestPostgres.store(database)
        defer { store.close() }
        try await rule.check(store)
    }

    @Test("V1 a changed row is read again before it is replaced")
    func aChangedRowIsReadAgainBeforeItIsReplaced() async throws {
        let database = try await TestPostgres.database()
        let store = try TestPostgres.store(database)
        defer { store.close() }
        let account = StoreContract.account("1")
        try await store.write { try $0.accounts.insert(account) }
        let runs = Shared(0)
        try await store.write(on: .account(account.id)) { transaction in
            var found = try #require(try transaction.accounts.find(id: account.id))
            runs.change { $0 += 1 }
            if runs.value == 1 {
                // Simulates a write with another lock, past the address.
                try database.query("UPDATE users SET failures = failures + 1, row_version = row_version + 1")
            }
            found.failures += 1
            try transaction.accounts.update(found)
        }
        #expect(runs.value == 2)
        #expect(try await store.read { try $0.accounts.find(id: account.id)?.failures } == 2)
    }
}
