/// Imports of passcodes that have not ended, and the passcodes that they have staged.
enum CreateImports {
    static let sql = """
        CREATE TABLE imports (
            id TEXT PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
            started_at INTEGER NOT NULL CHECK (started_at BETWEEN 0 AND 253402300799999),
            state TEXT NOT NULL CHECK (length(state) BETWEEN 1 AND 64)
        ) STRICT;
        -- No reference: an import is deleted after what it has staged, in many transactions.
        CREATE TABLE staged_passcodes (
            import_id TEXT NOT NULL,
            email TEXT NOT NULL,
            passcode_hash TEXT NOT NULL,
            PRIMARY KEY (import_id, email)
        ) STRICT;
        """
}
