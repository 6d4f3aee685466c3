import Foundation
import LatchkeyPostgres

/// The move of a SQLite database to PostgreSQL. At no time can servers start on both, however the move is interrupted.
///
/// 1. The file is marked as being moved, durably: no server starts on it.
/// 2. All rows are copied in one transaction, compared, and committed with a ``CommitProof``.
/// 3. The file is marked as moved, permanently.
///
/// Mark 1 is removed only if the copy failed before COMMIT, so that nothing can be committed. If that is unknown, the
/// mark stays, and the next run checks the target first.
struct DatabaseMove {
    let source: MoveSource
    let target: MoveTarget
    let sealer: Sealer

    /// Returns the number of rows per table; nil if an earlier run moved them.
    func run() async throws -> [String: Int]? {
        let keyCheck = try source.keyCheck()
        switch keyCheck.flatMap(MoveMark.init) {
        case .moved(target.name): return nil
        case .moving(let id, target.name, let record):
            guard let id = UUID(rowID: id) else { throw DatabaseMoveError.damaged(["key_check"]) }
            try KeyCheck.demand(sealer, opens: record)
            guard try await isThere(id) else { return try await copy(id, record) }
            try close()
            return nil
        case .moving(_, let other, _), .moved(let other): throw DatabaseMoveError.elsewhere(other)
        case nil:
            let record = try keyCheck ?? KeyCheck.record(sealer)
            try KeyCheck.demand(sealer, opens: record)
            try source.demandSoundness()
            do {
                try await target.demandEmptiness()
            } catch let error as PostgresError {
                throw DatabaseMoveError.failed("\(error)")
            }
            let id = UUID()
            let mark = MoveMark.moving(id: HexText.encode(id.bytes), target: target.name, record: record)
            try source.setKeyCheck(mark.text)
            return try await copy(id, record)
        }
    }

    private func copy(_ id: UUID, _ record: String) async throws -> [String: Int] {
        let counts: [String: Int]
        do {
            counts = try await target.take(source, id: id, keyCheck: record)
        } catch PostgresError.undecided(let doubt) {
            throw DatabaseMoveError.undecided("\(PostgresError.undecided(doubt))")
        } catch {
            // The transaction was not committed, and cannot be.
            try source.setKeyCheck(record)
            throw (error as? PostgresError).map { DatabaseMoveError.failed("\($0)") } ?? error
        }
        try close()
        return counts
    }

    /// Marks the file as moved.
    private func close() throws {
        do {
            try source.setKeyCheck(MoveMark.moved(target: target.name).text)
        } catch {
            throw DatabaseMoveError.undecided("\(error)")
        }
    }

    private func isThere(_ id: UUID) async throws -> Bool {
        do {
            return try await target.holds(id)
        } catch let error as PostgresError {
            throw DatabaseMoveError.undecided("\(error)")
        }
    }
}
