internal import Foundation
internal import TerminalKit

/// A text that somebody keeps.
struct Note: Identifiable, Hashable, Sendable {
    let id: UUID
    var text: String
    var modified: Date

    /// The first line that says anything, or "" when there is none.
    var title: String {
        // Only as far as need be: a list draws it with every key, and a note may be long.
        let start = text.drop { $0.isWhitespace }
        return start.prefix { !TextWidth.endsLine($0) }.trimmingCharacters(in: .whitespaces)
    }
}

extension Note: CustomStringConvertible, CustomReflectable {
    var description: String { "Note(\(id))" }
    /// No children: what was sealed is not printed.
    var customMirror: Mirror { Mirror(self, children: []) }
}
