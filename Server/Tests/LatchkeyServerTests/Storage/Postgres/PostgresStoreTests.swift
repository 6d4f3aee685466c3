import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

@Suite(.withPostgres)
struct PostgresStoreTests {
    @Test(arguments: StoreContract.rules) func theContractHolds(_ rule: StoreRule) async throws {
        let database = try await TestPostgres.database()
        let store = try TestPostgres.store(database)
        defer { store.close() }
        try await rule.check(store)
    }
}
