import Testing

@testable import LatchkeyServer

struct StoreErrorTests {
    @Test(arguments: [
        ("42P05", "LATCHKEY_DATABASE_POOLER=transaction"), ("26000", "LATCHKEY_DATABASE_POOLER=transaction"),
        ("25006", "a standby, or default_transaction_read_only"), ("42501", "deploy/postgresql/roles.sql"),
        ("clock", "the database's clock"),
        ("undecided (no response in time)", "pg_stat_replication"),
        ("undecided (no standby has stored it)", "pg_stat_replication"),
    ])
    func anAmbiguousErrorCodeIncludesAdvice(_ code: String, _ hint: String) {
        let text = StoreError.unavailable(code: code).description
        #expect(text.contains(code) && text.contains(hint))
    }

    @Test(arguments: ["53100", "13", "timeout turn"])
    func aSelfExplanatoryErrorCodeHasNoAdvice(_ code: String) {
        #expect(StoreError.unavailable(code: code).description == "The database rejected the request: \(code).")
    }
}
