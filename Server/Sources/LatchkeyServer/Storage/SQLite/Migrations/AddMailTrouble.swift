/// Which accounts' addresses get no mails.
enum AddMailTrouble {
    static let sql = """
        ALTER TABLE users ADD COLUMN mail_trouble TEXT;
        ALTER TABLE users ADD COLUMN mail_trouble_since INTEGER;
        """
}
