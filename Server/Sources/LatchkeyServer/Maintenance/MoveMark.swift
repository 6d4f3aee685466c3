/// What stands in `key_check` of a SQLite database that is moved to another store: two stores are two budgets of
/// guesses, so no server, of whatever version, starts on both. Those that know nothing of it take it for other keys.
enum MoveMark: Equatable {
    /// It is on its way, and only the other database tells whether it has arrived.
    ///
    /// - Parameters:
    ///   - id: Of the move, which the other database then knows.
    ///   - record: What belongs into `key_check`.
    case moving(id: String, target: String, record: String)
    case moved(target: String)

    /// Nil for what is no mark.
    init?(_ text: String) {
        // The target is last, and may hold anything.
        let parts = text.split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("moving", 4): self = .moving(id: parts[1], target: parts[3], record: parts[2])
        case ("moved", 2...): self = .moved(target: parts.dropFirst().joined(separator: "\n"))
        default: return nil
        }
    }

    var text: String {
        switch self {
        case .moving(let id, let target, let record): ["moving", id, record, target].joined(separator: "\n")
        case .moved(let target): "moved\n" + target
        }
    }

    /// Why the file is not opened.
    var refusal: SettingError {
        switch self {
        case .moving(_, let target, _):
            SettingError(
                name: \.databaseURL, reason: "names a database on its way to \(target): run move-database again")
        case .moved(let target):
            SettingError(name: \.databaseURL, reason: "names a database that was moved to \(target)")
        }
    }
}
