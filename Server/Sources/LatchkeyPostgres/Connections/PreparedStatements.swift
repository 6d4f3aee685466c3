import CPostgres
import Crypto

/// The prepared statements of a connection.
///
/// A statement's name is a digest of its text, the same on all connections. If an unknown pooler shares connections, a
/// name that another client has prepared can be rejected, but never means another statement.
struct PreparedStatements {
    private struct Entry {
        let name: String
        let types: [UInt32]
    }

    private let isUsed: Bool
    private var entries: [UInt: Entry] = [:]
    /// The names that the server has prepared.
    private var ready: Set<String> = []

    /// - Parameter isUsed: Whether statements are prepared; otherwise each is planned anew.
    init(isUsed: Bool) {
        self.isUsed = isUsed
    }

    /// Adds a statement to the pipeline, preceded by its preparation if necessary.
    mutating func send(
        _ query: PostgresQuery, index: Int, in pipeline: inout Pipeline
    ) throws(PipelineError) {
        let types = query.types
        let id = query.statement.id
        // With other types it would be another statement.
        guard isUsed, entries[id].map({ $0.types == types }) ?? true else {
            return try pipeline.noteStatement(index, code: Self.sendUnprepared(query, types, pipeline.handle))
        }
        let entry = entries[id] ?? Entry(name: Self.name(of: query.statement, types), types: types)
        entries[id] = entry
        let handle = pipeline.handle
        if !ready.contains(entry.name), !pipeline.prepares(entry.name) {
            let code = query.statement.withText { sql in
                PQsendPrepare(handle, entry.name, sql, Int32(types.count), types)
            }
            try pipeline.notePreparation(entry.name, for: index, code: code)
        }
        let code = query.withParameters { values, lengths, formats in
            PQsendQueryPrepared(
                handle, entry.name, Int32(values.count), values, lengths, formats, PostgresQuery.Format.binary)
        }
        try pipeline.noteStatement(index, code: code)
    }

    /// Records that the server has prepared a statement.
    mutating func note(_ name: String) {
        ready.insert(name)
    }

    /// 128 bits of SHA-256 of the types and the text, in hexadecimal.
    private static func name(of statement: PostgresStatement, _ types: [UInt32]) -> String {
        var hash = SHA256()
        hash.update(data: Array("\(types)".utf8))
        hash.update(bufferPointer: statement.bytes)
        return hash.finalize().prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func sendUnprepared(_ query: PostgresQuery, _ types: [UInt32], _ handle: OpaquePointer) -> Int32 {
        query.withParameters { values, lengths, formats in
            query.statement.withText { sql in
                PQsendQueryParams(
                    handle, sql, Int32(values.count), types, values, lengths, formats, PostgresQuery.Format.binary)
            }
        }
    }
}
