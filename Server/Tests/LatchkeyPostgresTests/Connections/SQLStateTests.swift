import LatchkeyPostgres
import Testing

@testable import PostgresTestSupport

struct SQLStateTests {
    @Test(arguments: [
        ("40001", SQLState.Consequence.repeatTransaction), ("40P01", .repeatTransaction),
        ("40002", .unavailable), ("40003", .unavailable),
        ("08006", .reconnect), ("57P01", .reconnect), ("57P03", .reconnect), ("25006", .reconnect),
        ("25P03", .reconnect), ("0A000", .reconnect), ("26000", .reconnect), ("42P05", .reconnect),
        ("25P02", .unavailable),
        ("55P03", .unavailable), ("53300", .unavailable), ("53100", .unavailable), ("58030", .unavailable),
        ("XX000", .unavailable), ("57014", .unavailable), ("22P02", .unavailable),
        ("28P01", .misconfigured), ("28000", .misconfigured), ("3D000", .misconfigured), ("42P01", .misconfigured),
        ("42501", .misconfigured), ("23505", .violation), ("23514", .violation),
    ])
    func sqlstateDeterminesTheErrorHandling(_ code: String, _ consequence: SQLState.Consequence) throws {
        #expect(try #require(SQLState(code)).consequence == consequence)
    }

    @Test(arguments: ["", "4000", "400011", "4000a", "40 01", "4000é"])
    func sqlstateMustBeFiveCapitalsOrDigits(_ text: String) {
        #expect(SQLState(text) == nil)
    }
}
