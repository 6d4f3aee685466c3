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
        let sent =
            statements.value.sorted().map { SentStatement(sql: flat($0), file: "the contract") }
            + [gate, moment]
        try expectAll(among: sent)
        return try literals() + sent
    }

    /// Expects each `Statement` of the features and of PostgreSQL among those that were sent. A part of its text that
    /// is inserted is any text.
    private static func expectAll(among sent: [SentStatement]) throws {
        let literal = #/\bStatement\(\s*(?:"""\n([\s\S]*?)"""|"((?:[^"\\]|\\.)*)")/#
        for (file, text) in try sources(without: ["Move", "Database", "SQLite"]) {
            let statements = text.matches(of: literal).map { flat($0.1 ?? $0.2 ?? "") }
            for wanted in statements where !wanted.hasPrefix("LOCK") {
                let parts = fixedParts(of: wanted).map(NSRegularExpression.escapedPattern)
                let pattern = "^\(parts.joined(separator: ".*"))$"
                #expect(
                    sent.contains { $0.sql.range(of: pattern, options: .regularExpression) != nil },
                    "\(file): no rule of the contract sends \(wanted)")
            }
        }
    }

    /// The text before, between and after its interpolations.
    private static func fixedParts(of literal: String) -> [String] {
        var parts = [""]
        var depth = 0
        var isEscaped = false
        for character in literal {
            switch (depth, character) {
            case (0, "\\"): isEscaped = true
            case (0, "(") where isEscaped:
                parts.append("")
                depth = 1
                isEscaped = false
            case (0, _): parts[parts.count - 1].append(character)
            case (_, "("): depth += 1
            case (_, ")"): depth -= 1
            default: break
            }
        }
        return parts
    }

    static let gate = SentStatement(
        sql: flat(GateRow.query(for: PostgresByteArrays([]), process: UUID()).text), file: "GateRow.swift")
    private static let moment = SentStatement(
        sql: flat(DatabaseMoment.query(for: UUID()).text), file: "DatabaseMoment.swift")

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
        sql.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// Finds `PostgresStatement` in the source text, so that none is missed.
    private static func literals() throws -> [SentStatement] {
        let any = #/\bPostgresStatement\((?!composed)/#
        let literal = #/\bPostgresStatement\(\s*(?:"""\n([\s\S]*?)"""|"((?:[^"\\]|\\.)*)")/#
        return try sources(without: ["Move"]).flatMap { file, text in
            let found = text.matches(of: literal).map { match in
                SentStatement(sql: flat(match.1 ?? match.2 ?? ""), file: file)
            }
            #expect(text.matches(of: any).count == found.count, "\(file) has a statement that is found no other way")
            return found
        }
    }

    /// The names and texts of the server's source files, but for those of some folders.
    private static func sources(without folders: [String]) throws -> [(file: String, text: String)] {
        let sources = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "Sources/LatchkeyServer")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        let paths = files?.compactMap { $0 as? URL } ?? []
        return try paths.filter { $0.pathExtension == "swift" && Set($0.pathComponents).isDisjoint(with: folders) }
            .sorted { $0.path < $1.path }
            .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }
}
