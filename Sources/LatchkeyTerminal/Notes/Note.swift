internal import Foundation
internal import TerminalKit

/// A text of the user.
struct Note: Identifiable, Hashable, Sendable {
    let id: UUID
    var text: String
    var modified: Date

    /// The first line that is not blank, or "" when there is none.
    var title: String {
        // Reads no more of the text than needed: a list draws titles with every key, and a note may be long.
        let start = text.drop { $0.isWhitespace }
        return start.prefix { !TextWidth.endsLine($0) }.trimmingCharacters(in: .whitespaces)
    }
}

extension Note: CustomStringConvertible, CustomReflectable {
    var description: String { "Note(\(id))" }
    /// No children: encrypted text must not be printed.
    var customMirror: Mirror { Mirror(self, children: []) }
}
