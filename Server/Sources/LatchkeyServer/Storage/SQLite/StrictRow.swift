import GRDB

/// Reads a row by position, and throws where a column holds anything but what belongs there. GRDB's own subscripts trap
/// there, and SQLite itself reads text as the number 0.
struct StrictRow {
    let row: Row
    let table: String

    func text(_ index: Int) throws(UnreadableRowError) -> String {
        guard case .string(let text) = storage(index), text.utf8.count <= StoredValue.maximumLength,
            row.hasWhole(text, at: index)
        else { throw unreadable }
        return text
    }

    func number(
        _ index: Int, in bounds: ClosedRange<Int64> = StoredValue.numbers
    ) throws(UnreadableRowError) -> Int64 {
        guard case .int64(let number) = storage(index), bounds.contains(number) else { throw unreadable }
        return number
    }

    func flag(_ index: Int) throws(UnreadableRowError) -> Bool {
        switch try number(index) {
        case 0: false
        case 1: true
        default: throw unreadable
        }
    }

    func time(_ index: Int) throws(UnreadableRowError) -> Timestamp {
        Timestamp(milliseconds: try number(index))
    }

    func isNull(_ index: Int) -> Bool { storage(index) == .null }

    func optionalTime(_ index: Int) throws(UnreadableRowError) -> Timestamp? {
        isNull(index) ? nil : try time(index)
    }

    func optionalText(_ index: Int) throws(UnreadableRowError) -> String? {
        isNull(index) ? nil : try text(index)
    }

    func choice<Choice: RawRepresentable<String>>(_ index: Int) throws(UnreadableRowError) -> Choice {
        guard let choice = Choice(rawValue: try text(index)) else { throw unreadable }
        return choice
    }

    var unreadable: UnreadableRowError { UnreadableRowError(table: table, id: nil) }

    private func storage(_ index: Int) -> DatabaseValue.Storage {
        (row[index] as DatabaseValue).storage
    }
}

extension Row {
    /// Whether the text that was read is all that is stored: GRDB reads up to a NUL, and what is no UTF-8 otherwise
    /// than it is stored. Text that was cut could be that of another row.
    func hasWhole(_ text: String, at index: Int) -> Bool {
        (try? withUnsafeData(atIndex: index) { $0?.count ?? 0 }) == text.utf8.count
    }
}
