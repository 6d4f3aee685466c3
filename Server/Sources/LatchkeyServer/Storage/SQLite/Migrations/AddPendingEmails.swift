/// An address of the provider's that becomes an account's when its passcode is given.
enum AddPendingEmails {
    static let sql = """
        ALTER TABLE provider_sessions ADD COLUMN pending_email TEXT CHECK (length(pending_email) BETWEEN 3 AND 254)
        """
}
