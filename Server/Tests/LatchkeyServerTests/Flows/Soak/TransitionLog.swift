import Foundation
import GRDB

@testable import LatchkeyServer

/// A log of each change of a row about attempts, written by a server's SQLite database in the same transaction.
enum TransitionLog {
    static func begin(in data: DataFolder) async throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(30)
        let queue = try DatabaseQueue(path: data.databaseFile.path, configuration: configuration)
        try await queue.write { try $0.execute(sql: Self.triggers) }
        try queue.close()
    }

    /// Returns the changes by account, in order.
    static func changes(in data: DataFolder) throws -> [String: [RowChange]] {
        let rows = try data.probe().rows(
            """
            SELECT account_id, kind, id, session_id, old_failures, new_failures, is_other_version, is_closed
            FROM transitions ORDER BY number
            """)
        return Dictionary(grouping: rows) { $0[0] }.mapValues { rows in
            rows.compactMap { row in
                RowChange.Kind(rawValue: row[1]).map { kind in
                    RowChange(
                        kind: kind, id: row[2], sessionID: row[3],
                        failures: (Int(row[4]) ?? -1, Int(row[5]) ?? -1), isOtherVersion: row[6] == "1",
                        isClosed: row[7] == "1")
                }
            }
        }
    }

    private static let triggers = """
        CREATE TABLE transitions (
            number INTEGER PRIMARY KEY AUTOINCREMENT, account_id TEXT NOT NULL, kind TEXT NOT NULL,
            id TEXT NOT NULL DEFAULT '', session_id TEXT NOT NULL DEFAULT '', old_failures INTEGER NOT NULL DEFAULT 0,
            new_failures INTEGER NOT NULL DEFAULT 0, is_other_version INTEGER NOT NULL DEFAULT 0,
            is_closed INTEGER NOT NULL DEFAULT 0
        );
        CREATE TRIGGER log_reserved AFTER INSERT ON reservations BEGIN
            INSERT INTO transitions (account_id, kind, id, session_id)
            VALUES (NEW.account_id, 'reserved', NEW.id, NEW.session_id);
        END;
        CREATE TRIGGER log_removed AFTER DELETE ON reservations BEGIN
            INSERT INTO transitions (account_id, kind, id) VALUES (OLD.account_id, 'removed', OLD.id);
        END;
        CREATE TRIGGER log_account AFTER UPDATE ON users
        WHEN OLD.failures <> NEW.failures OR OLD.passcode_version <> NEW.passcode_version
            OR OLD.reset_required <> NEW.reset_required
        BEGIN
            INSERT INTO transitions (account_id, kind, old_failures, new_failures, is_other_version, is_closed)
            VALUES (
                NEW.id, 'account', OLD.failures, NEW.failures, OLD.passcode_version <> NEW.passcode_version,
                NEW.reset_required);
        END;
        CREATE TRIGGER log_deleted BEFORE DELETE ON users BEGIN
            INSERT INTO transitions (account_id, kind) VALUES (OLD.id, 'deleted');
        END;
        CREATE TRIGGER log_begun AFTER INSERT ON sessions BEGIN
            INSERT INTO transitions (account_id, kind, id, is_closed)
            VALUES (NEW.account_id, 'begun', NEW.id, NEW.lock IS NOT NULL);
        END;
        CREATE TRIGGER log_session AFTER UPDATE ON sessions
        WHEN OLD.failures <> NEW.failures OR OLD.lock_version <> NEW.lock_version
            OR (OLD.lock IS NULL) <> (NEW.lock IS NULL)
        BEGIN
            INSERT INTO transitions (account_id, kind, id, old_failures, new_failures, is_other_version, is_closed)
            VALUES (
                NEW.account_id, 'session', NEW.id, OLD.failures, NEW.failures, OLD.lock_version <> NEW.lock_version,
                NEW.lock IS NOT NULL);
        END;
        CREATE TRIGGER log_ended AFTER DELETE ON sessions BEGIN
            INSERT INTO transitions (account_id, kind, id) VALUES (OLD.account_id, 'ended', OLD.id);
        END;
        """
}
