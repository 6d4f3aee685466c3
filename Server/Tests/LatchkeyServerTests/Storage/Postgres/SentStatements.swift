import Foundation
import LatchkeyPostgres
import Testing

@testable import LatchkeyServer
@testable import PostgresTestSupport

/// A statement that the server sends to PostgreSQL.
struct SentStatement: Sendable, CustomTestStringConvertible {
    let sql: String
    let file: String

    var testDescription: String { "\(file): \(sql)" }
    /// Whether it reads or writes rows.
    var hasPlan: Bool { ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains { sql.hasPrefix($0) } }

    /// Returns all statements: those of the store's contract and a server, and those only for PostgreSQL. Excludes
    /// those of a move.
    static func all() async throws -> [SentStatement] {
        let statements = Shared<Set<String>>([])
        let trace: @Sendable (String) -> Void = { sql in statements.change { _ = $0.insert(sql) } }
        for rule in StoreContract.rules {
            try await using(trace) { try await rule.check($0) }
        }
        try await using(trace) { store in
            try await TestServer.run(store: store) { try await StatementPlanTests.story($0) }
        }
        return try literals() + statements.value.sorted().map { SentStatement(sql: flat($0), file: "the contract") }
            + [gate]
    }

    static let gate = SentStatement(
        sql: flat(GateRow.query(for: PostgresByteArrays([]), process: UUID()).text), file: "GateRow.swift")

    private static func using(
        _ trace: @escaping @Sendable (String) -> Void, _ body: (any Store) async throws -> Void
    ) async throws {
        let database = try await TestPostgres.database()
        let store = PostgresStore(
            settings: try database.settings().ample, clock: ManualClock(), connections: 2, timeout: .ample,
            logger: .silent, trace: trace)
        defer { store.close() }
        try await body(store)
    }

    private static func flat(_ sql: some StringProtocol) -> String {
        sql.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }

    /// Finds `PostgresStatement` in the source text, so that none is missed.
    private static func literals() throws -> [SentStatement] {
        let sources = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "Sources/LatchkeyServer")
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/Move/") }
            ?? []
        let any = #/\bPostgresStatement\((?!composed)/#
        let literal = #/\bPostgresStatement\(\s*(?:"""\n([\s\S]*?)"""|"((?:[^"\\]|\\.)*)")/#
        return try files.sorted { $0.path < $1.path }.flatMap { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            let found = text.matches(of: literal).map { match in
                SentStatement(sql: flat(match.1 ?? match.2 ?? ""), file: file.lastPathComponent)
            }
            #expect(
                text.matches(of: any).count == found.count,
                "\(file.lastPathComponent) has a statement that is found no other way")
            return found
        }
    }
}
