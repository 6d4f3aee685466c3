/// The notices for the owners of accounts: one row for each kind and account, with those that were asked for so far.
enum AddNotices {
    static let sql = """
        CREATE TABLE notices (
            -- No reference: the owner is told that the account is gone.
            account_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            email TEXT NOT NULL,
            language TEXT NOT NULL,
            count INTEGER NOT NULL CHECK (count BETWEEN 0 AND 1000000000),
            first_at INTEGER NOT NULL CHECK (first_at BETWEEN 0 AND 253402300799999),
            latest_at INTEGER NOT NULL CHECK (latest_at BETWEEN 0 AND 253402300799999),
            device_name TEXT,
            ip TEXT,
            due_at INTEGER NOT NULL CHECK (due_at BETWEEN 0 AND 253402300799999),
            PRIMARY KEY (account_id, kind)
        ) STRICT;
        CREATE INDEX notices_waiting ON notices (due_at) WHERE count > 0;
        CREATE INDEX notices_mailed ON notices (due_at) WHERE count = 0;
        INSERT INTO notices
            SELECT activity.account_id, activity.kind, mail_requests.email,
                iif(typeof(users.language) = 'text', users.language, 'en'), count(*),
                min(activity.at), max(activity.at), activity.device_name, activity.ip, min(activity.at)
            FROM mail_requests JOIN activity ON activity.id = mail_requests.event_id
                JOIN users ON users.id = activity.account_id
            WHERE mail_requests.purpose = 'notice' AND mail_requests.is_made = 0
                -- What no server reads was taken over as less than nothing.
                AND activity.at >= 0
            GROUP BY activity.account_id, activity.kind;
        DELETE FROM mail_requests WHERE purpose = 'notice';
        """
}
