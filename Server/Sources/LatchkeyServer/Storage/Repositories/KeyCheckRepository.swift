/// One sealed row that tells whether the secret keys are the ones this database was written with.
protocol KeyCheckRepository {
    /// Returns nil in a new database.
    func find() throws -> String?
    /// Does nothing when there is a row already.
    func insert(_ record: String) throws
    func update(_ record: String) throws
}
