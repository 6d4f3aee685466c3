/// The imports that have not ended, and the passcodes that they have staged.
protocol ImportRepository {
    /// The earliest first.
    func ids() throws -> [String]
    /// Returns nil when there is no such import, or when its state is one that this server does not know.
    func state(id: String) throws -> ImportState?
    /// Begins an import, in the state ``ImportState/staging``.
    func insert(id: String, at time: Timestamp) throws
    /// Returns false, and stages nothing, unless the import is in the state ``ImportState/staging``.
    func stage(_ passcode: StagedPasscode) throws -> Bool
    /// Returns false unless the import was in the state ``ImportState/staging``.
    func decide(id: String) throws -> Bool
    /// Abandons the imports that are staging, but for those that began within these times.
    func abandonStaging(exceptSince recent: ClosedRange<Timestamp>?) throws
    /// Abandons all imports, decided ones too.
    func abandonAll() throws
    /// Returns the staged passcodes of the import, without the rows whose keys are in `excluded`.
    func staged(
        importID: String, limit: Int, except excluded: Set<String>
    ) throws -> [StoredRow<StagedPasscode>]
    /// Deletes a staged passcode by its row's key.
    func unstage(key: String) throws
    /// Deletes the import; none of its passcodes is staged any more.
    func delete(id: String) throws
}
