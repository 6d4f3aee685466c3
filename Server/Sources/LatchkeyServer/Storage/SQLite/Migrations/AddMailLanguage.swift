/// The language of a requested mail, for addresses without an account.
enum AddMailLanguage {
    static let sql = "ALTER TABLE mail_requests ADD COLUMN language TEXT"
}
