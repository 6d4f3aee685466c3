internal import Foundation

/// What a person wrote.
struct Note: Identifiable, Hashable, Sendable {
    let id: UUID
    var text: String
    /// When it was saved last.
    var modified: Date

    /// The first line that is not blank, or nothing.
    var title: String {
        let line = TextWidth.lines(of: text).first { !$0.allSatisfy(\.isWhitespace) } ?? ""
        return line.trimmingCharacters(in: .whitespaces)
    }

    /// Whether there is nothing to read in it.
    var isEmpty: Bool { text.allSatisfy(\.isWhitespace) }
}

extension Note: CustomStringConvertible, CustomReflectable {
    var description: String { "Note(\(id))" }
    /// No children: what was sealed is not printed.
    var customMirror: Mirror { Mirror(self, children: []) }
}
