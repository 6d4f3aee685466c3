import Foundation
import LatchkeyPostgres

/// Moves a SQLite database to PostgreSQL, so that at no moment servers can start on both, whatever ends the move.
///
/// 1. The file is marked as being moved, durably: from here on no server starts on it.
/// 2. All is copied in one transaction, compared, and committed behind a ``CommitProof``.
/// 3. The file is marked as moved: what its servers demand of it is gone for good.
///
/// The mark of 1 is taken back only where nothing was committed, and nothing can be any more: where the copy failed
/// before its COMMIT. Where that is not known, the mark stays, and the next run asks the other database first.
struct DatabaseMove {
    let source: MoveSource
    let target: MoveTarget
    let sealer: Sealer

    /// Returns how many rows each table has; nil where an earlier run had moved them.
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
            // The transaction was not committed, nor is it going to be.
            try source.setKeyCheck(record)
            throw (error as? PostgresError).map { DatabaseMoveError.failed("\($0)") } ?? error
        }
        try close()
        return counts
    }

    /// Notes in the file that it is one no more.
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
