/// An address of the provider's that becomes an account's when its passcode is given.
enum AddPostgresPendingEmails {
    static let statements: [StaticString] = [
        // Not checked where it is null everywhere, as in ``AddPostgresSuspension``.
        """
        ALTER TABLE provider_sessions ADD COLUMN pending_email text COLLATE "C",
            ADD CONSTRAINT provider_sessions_pending_email_check
                CHECK (octet_length(pending_email) BETWEEN 3 AND 254) NOT VALID
        """
    ]
}
