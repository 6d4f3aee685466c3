/// The content of `key_check` in a SQLite database that is moved. Two databases would be two attempt budgets, so no
/// server of any version starts on both. Older ones read it as other keys.
enum MoveMark: Equatable {
    /// The move has started; only the target knows whether it is complete.
    ///
    /// - Parameters:
    ///   - id: The ID of the move, which the target stores.
    ///   - record: The original content of `key_check`.
    case moving(id: String, target: String, record: String)
    case moved(target: String)

    /// Returns nil for a text that is not a mark.
    init?(_ text: String) {
        // The target is last, and may contain line breaks.
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

    /// The reason why the file is not opened.
    var rejection: SettingError {
        switch self {
        case .moving(_, let target, _):
            SettingError(
                name: \.databaseURL, reason: "is a database that is being moved to \(target). Run move-database again")
        case .moved(let target):
            SettingError(
                name: \.databaseURL, reason: "is a database that was moved to \(target). Use that database")
        }
    }
}
