import Foundation
import Testing

/// A statement that the server's sources send to PostgreSQL.
struct SentStatement: Sendable, CustomTestStringConvertible {
    let sql: String
    let file: String

    var testDescription: String { "\(file): \(sql)" }
    /// Whether it reads or writes rows.
    var hasPlan: Bool { ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains { sql.hasPrefix($0) } }

    /// Every statement there is. A `PostgresStatement` is a text in the program and nothing else, so that none is
    /// missed which no test happens to send. Those that move a whole database to another are left out.
    static func all() throws -> [SentStatement] {
        let sources = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "Sources/LatchkeyServer")
        let files =
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" && !$0.path.contains("/Storage/Move/") }
            ?? []
        let any = #/\bPostgresStatement\(/#
        let literal = #/\bPostgresStatement\(\s*(?:"""\n([\s\S]*?)"""|"((?:[^"\\]|\\.)*)")/#
        return try files.sorted { $0.path < $1.path }.flatMap { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            let found = text.matches(of: literal).map { match in
                let lines = (match.1 ?? match.2 ?? "").split(separator: "\n")
                let sql = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
                return SentStatement(sql: sql, file: file.lastPathComponent)
            }
            // Those of the migrations are texts, too, and have no plans.
            let isWhole = text.matches(of: any).count == found.count || file.lastPathComponent.contains("Migrations")
            #expect(isWhole, "\(file.lastPathComponent) has a statement that is found no other way")
            return found
        }
    }
}
