internal import Foundation

/// A text that somebody keeps.
struct Note: Identifiable, Hashable, Sendable {
    let id: UUID
    var text: String
    var modified: Date

    /// The first line that says anything, or "" when there is none.
    var title: String {
        let lines = TextWidth.lines(of: text).lazy.map { $0.trimmingCharacters(in: .whitespaces) }
        return lines.first { !$0.isEmpty } ?? ""
    }
}

extension Note: CustomStringConvertible, CustomReflectable {
    var description: String { "Note(\(id))" }
    /// No children: what was sealed is not printed.
    var customMirror: Mirror { Mirror(self, children: []) }
}
