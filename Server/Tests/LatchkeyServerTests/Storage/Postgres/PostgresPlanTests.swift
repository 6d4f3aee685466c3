import Foundation
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// The plans of PostgreSQL for each statement of the server.
@Suite(.withPostgres)
struct PostgresPlanTests {
    /// Commands and restores read whole tables.
    private static let wholeTables = [
        "DELETE FROM sessions",
        "UPDATE unlock_keys SET private_key = NULL, row_version = row_version + 1 WHERE private_key IS NOT NULL "
            + "RETURNING id, row_version",
        "DELETE FROM one_time_tokens WHERE purpose = $1",
        "DELETE FROM outbox WHERE purpose = $1",
    ]
    /// Tables, and an index, that do not grow with the accounts. Attempts in progress are seconds old.
    private static let small: Set = [
        "imports", "key_check", "no_tokens", "processes", "continuity", "schema_migrations", "pg_class", "pg_database",
        "reservations", "users_administrators",
    ]

    @Test(
        "ASVS-1.2.4 statements use indexes, and each index is used")
    func statementsUseIndexesAndEachIndexIsUsed() async throws {
        let database = try await FilledDatabase.shared.value
        let statements = try await SentStatement.all().filter(\.hasPlan)
        #expect(statements.count > 80)
        let costs = try Self.costsOfScans(in: database)
        var used: Set<String> = []
        // PostgreSQL uses either the custom or the generic plan
        // (https://www.postgresql.org/docs/15/sql-prepare.html#SQL-PREPARE-NOTES).
        for mode in ["force_generic_plan", "force_custom_plan"] {
            let plans = try Self.plans(of: statements.map(\.sql), mode, in: database)
            #expect(plans.count == statements.count)
            for (statement, plan) in zip(statements, plans) where !Self.wholeTables.contains(statement.sql) {
                let scans = plan.scans().filter { !Self.small.contains($0) }
                #expect(scans.isEmpty, "\(mode): \(statement.testDescription)")
                used.formUnion(plan.indexes)
                guard mode == "force_custom_plan" else { continue }
                // An index scan may still skip nearly all rows. Without the values the cost is unknown.
                let least = plan.tables.compactMap { costs[$0] }.min() ?? .infinity
                #expect(plan.cost < least, "\(statement.testDescription)")
            }
        }
        let own = """
            SELECT relname FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
            WHERE relnamespace = 'public'::regnamespace AND NOT indisunique
            """
        let indexes = Set(try database.query(own).split(separator: "\n").map(String.init))
        #expect(indexes.count > 15)
        #expect(indexes.subtracting(used).isEmpty, "by these nothing is found")
    }

    @Test func cascadingDeletionsUseAnIndex() async throws {
        let missing = try await TestPostgres.database().query(
            """
            SELECT conrelid::regclass, conkey FROM pg_constraint WHERE contype = 'f' AND NOT EXISTS (
                SELECT 1 FROM pg_index WHERE indrelid = conrelid AND indkey[0] = conkey[1] AND indpred IS NULL)
            """)
        #expect(missing.isEmpty)
    }

    @Test func theGateQueryReadsABoundedNumberOfPages() async throws {
        let database = try await FilledDatabase.shared.value
        let gate = SentStatement.gate
        for number in [1, FilledDatabase.accounts / 2, FilledDatabase.accounts] {
            let output = try database.query(
                """
                SET plan_cache_mode = force_generic_plan;
                PREPARE gate \(Self.types(in: gate.sql)) AS \(gate.sql);
                EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
                EXECUTE gate(ARRAY[sha256(('t' || \(number))::bytea)], md5('p')::uuid);
                """)
            let plan = try #require(try Self.documents(in: output).first?.first?.plan)
            let pages = plan.pages(exceptOf: ["processes", "continuity"])
            // Account 1 has an attempt in progress, whose row is also read.
            #expect((6...(number == 1 ? 15 : 14)).contains(pages), "\(output)")
        }
    }

    /// Returns the cost of a scan of each growing table.
    private static func costsOfScans(in database: TestDatabase) throws -> [String: Double] {
        let rows = try database.query(
            """
            SELECT relname, relpages FROM pg_class
            WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relpages > 0
            """
        ).split(separator: "\n").map { $0.split(separator: "|") }
        let costs = Dictionary(uniqueKeysWithValues: rows.map { (String($0[0]), Double($0[1]) ?? 0) })
        return costs.filter { !small.contains($0.key) }
    }

    private static func plans(of statements: [String], _ mode: String, in database: TestDatabase) throws -> [PlanNode] {
        let preparations = statements.enumerated().map { "PREPARE s\($0) \(Self.types(in: $1)) AS \($1);\n" }.joined()
        let inferred = try database.query(
            preparations + """
                SELECT 's' || array_to_string(parameter_types::text[], ',') FROM pg_prepared_statements
                ORDER BY substr(name, 2)::int;
                """
        ).split(separator: "\n")
        // The letter keeps the lines of statements without values.
        let types = inferred.map { $0.dropFirst() }
        let explanations = zip(statements, types).enumerated().map { index, statement in
            let values = values(of: statement.0, types: statement.1.split(separator: ","))
            return "EXPLAIN (FORMAT JSON) EXECUTE s\(index)" + (values.isEmpty ? ";" : "(\(values));")
        }
        let output = try database.query(
            "SET plan_cache_mode = \(mode);\n" + preparations + explanations.joined(separator: "\n"))
        return try documents(in: output).compactMap { $0.first?.plan }
    }

    /// Returns the types of a statement's values that PostgreSQL does not infer.
    private static func types(in sql: String) -> String {
        let count = sql.matches(of: /\$(\d+)/).compactMap { Int($0.1) }.max() ?? 0
        let types = (0..<count).map { sql.contains("unnest($\($0 + 1))") ? "bytea[]" : "unknown" }
        return types.isEmpty ? "" : "(\(types.joined(separator: ", ")))"
    }

    /// Returns values for `$1`, `$2` …, by their types and comparisons.
    private static func values(of sql: String, types: [Substring]) -> String {
        types.enumerated().map { index, type in
            let place = "\\$\(index + 1)\\b"
            func follows(_ words: String) -> Bool {
                sql.range(of: "\(words) \(place)", options: .regularExpression) != nil
            }
            return switch type {
            case "uuid": "md5('u5')::uuid"
            case "bytea": "sha256('t5')"
            case "bytea[]": "ARRAY[sha256('t5')]"
            case "boolean": "false"
            // The values of inserted rows.
            case "text[]": "ARRAY['access']"
            case "bigint[]": "ARRAY[0]"
            case "boolean[]": "ARRAY[false]"
            case "bigint" where follows("LIMIT"): "20"
            case "bigint" where follows("OFFSET"): "40"
            case "bigint" where follows("(generation|row_version) ="): "0"
            case "bigint" where follows("seq ="): "5"
            case "bigint" where follows("\\bid ="): "5"
            case "bigint" where follows("(requested_at|next_attempt_at|reserved_at|due_at) >"):
                "\(FilledDatabase.now + 60_000)"
            case "bigint" where follows("(requested_at|at) <="): "\(FilledDatabase.now - 3_600_000)"
            case "bigint": "\(FilledDatabase.now)"
            case "text" where follows("purpose ="): "'sign_in'"
            case "text" where follows("kind ="): "'signed_in'"
            case "text" where follows("client_network ="): "'2001:db8:5::'"
            default: "'n5@example.org'"
            }
        }.joined(separator: ", ")
    }

    /// Splits psql's output of several plans.
    private static func documents(in output: String) throws -> [[PlanDocument]] {
        try output.replacing("\n]\n[", with: "\n]\u{0}[").split(separator: "\u{0}").map { text in
            try JSONDecoder().decode([PlanDocument].self, from: Data(text.utf8))
        }
    }
}
