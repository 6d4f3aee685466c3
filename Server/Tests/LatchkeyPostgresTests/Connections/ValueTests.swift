import Foundation
import LatchkeyPostgres
import Testing

@testable import PostgresTestSupport

@Suite(.enabled(if: PostgresPrograms.areInstalled, "PostgreSQL is not installed"))
struct ValueTests {
    private static let echo = PostgresStatement(
        "SELECT $1::bytea, $2::uuid, $3::bigint, $4::text, $5::bool, $6::bigint, $7::text, $8::bytea[]")
    private static let rows = PostgresStatement("SELECT * FROM unnest($1, $2, $3, $4)")
    private static let small = PostgresStatement("SELECT 7::smallint, 8::integer, 'a'::varchar, current_database()")

    @Test("ASVS-1.2.4 every type survives a round trip")
    func everyTypeSurvivesARoundTrip() throws {
        let connection = try TestDatabase().connection()
        let id = UUID()
        let bytes: [UInt8] = [0, 255, 39, 92, 0]
        let arrays = PostgresByteArrays([[], [0], bytes])
        let row = try #require(
            try connection.exchange(
                [Self.echo(bytes, id, Int64.min, "ä'\"\\😀", true, Int64?.none, String?.some(""), arrays)],
                until: .in(.ample))[0].first)
        #expect(try row.value(0) == bytes)
        #expect(try row.value(1) == id)
        #expect(try row.value(2) == Int64.min)
        #expect(try row.value(3) == "ä'\"\\😀")
        #expect(try row.value(4) == true)
        #expect(try row.value(5, as: Int64?.self) == nil)
        #expect(try row.value(6, as: String?.self) == "")
        #expect(try row.value(7, as: PostgresByteArrays.self).elements == arrays.elements)
    }

    @Test func arrayElementsAndNullsBecomeRows() throws {
        let connection = try TestDatabase().connection()
        let ids = [UUID(), UUID()]
        let query = Self.rows(
            PostgresArray(ids), PostgresArray<String?>([nil, "ä"]), PostgresArray<Int64?>([-1, nil]),
            PostgresArray([true, false]))
        let rows = try connection.exchange([query], until: .in(.ample))[0].rows.map { row in
            "\(try row.value(0, as: UUID.self)) \(try row.value(1, as: String?.self) ?? "-")"
                + " \(try row.value(2, as: Int64?.self) ?? 0) \(try row.value(3, as: Bool.self))"
        }
        #expect(rows == ["\(ids[0]) - -1 true", "\(ids[1]) ä 0 false"])
    }

    @Test func columnOfAnIncompatibleTypeThrowsAnError() throws {
        let connection = try TestDatabase().connection()
        let row = try #require(try connection.exchange([Self.small()], until: .in(.ample))[0].first)
        #expect(try row.value(0) == Int64(7))
        #expect(try row.value(1) == Int64(8))
        #expect(try row.value(2) == "a")
        #expect(try row.value(3, as: String.self).hasPrefix("test"))
        #expect(throws: PostgresError.self) { try row.value(0, as: String.self) }
        #expect(throws: PostgresError.self) { try row.value(2, as: Int64.self) }
        #expect(throws: PostgresError.self) { try row.value(4, as: Int64.self) }
        #expect(throws: PostgresError.self) { try row.value(-1, as: Int64.self) }
    }
}
