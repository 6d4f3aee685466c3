#if PostgreSQL
import CPostgres

/// The statements that a connection has prepared.
struct PreparedStatements {
    private struct Entry {
        let name: String
        let types: [UInt32]
        var isReady: Bool
    }

    private let isUsed: Bool
    private var entries: [UInt: Entry] = [:]

    /// - Parameter isUsed: Whether the connection may keep statements; each is planned anew otherwise.
    init(isUsed: Bool) {
        self.isUsed = isUsed
    }

    /// Puts a statement into the pipeline, and its preparation before it where that is still to be done.
    mutating func send(
        _ query: PostgresQuery, index: Int, in pipeline: inout Pipeline
    ) throws(PipelineError) {
        let types = query.types
        let id = query.statement.id
        // With other types of its values it would be another statement.
        guard isUsed, entries[id].map({ $0.types == types }) ?? true else {
            return try pipeline.noteStatement(index, code: Self.sendUnprepared(query, types, pipeline.handle))
        }
        let entry = entries[id] ?? Entry(name: "s\(entries.count)", types: types, isReady: false)
        entries[id] = entry
        let handle = pipeline.handle
        if !entry.isReady, !pipeline.prepares(id) {
            let code = query.statement.withText { sql in
                PQsendPrepare(handle, entry.name, sql, Int32(types.count), types)
            }
            try pipeline.notePreparation(id, for: index, code: code)
        }
        let code = query.withParameters { values, lengths, formats in
            PQsendQueryPrepared(
                handle, entry.name, Int32(values.count), values, lengths, formats, PostgresQuery.Format.binary)
        }
        try pipeline.noteStatement(index, code: code)
    }

    /// Notes that the server has prepared a statement.
    mutating func note(_ id: UInt) {
        entries[id]?.isReady = true
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
#endif
