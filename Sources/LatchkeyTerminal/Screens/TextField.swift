internal import TerminalKit

/// A text field of one row.
struct TextField {
    let label: String
    private(set) var text: String
    private let limit: Int

    init(_ label: String, text: String = "", limit: Int = 254) {
        (self.label, self.text, self.limit) = (label, text, limit)
    }

    /// Handles keys for typing. Returns whether the key was handled.
    mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character): append(String(character))
        // One row only: text after a line end does not belong to this field.
        case .paste(let pasted): append(String(pasted.prefix { !$0.isNewline }))
        case .backspace, .delete: _ = text.popLast()
        case .control("u"): text = ""
        default: return false
        }
        return true
    }

    private mutating func append(_ new: String) { text = String((text + new).prefix(limit)) }

    /// Returns the row and the column of the cursor. Shows the end of a long text.
    func line(columns: Int) -> (line: Line, cursor: Int) {
        let space = columns - TextWidth.of(label) - 4
        var shown = CleanText.line(text)
        while TextWidth.of(shown) > space, !shown.isEmpty { shown.removeFirst() }
        let line = Line(label + " ", .dim) + Line(shown, .bold)
        return (line, line.width)
    }
}
