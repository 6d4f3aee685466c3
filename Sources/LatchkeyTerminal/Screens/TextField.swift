internal import TerminalKit

/// A row to type in.
struct TextField {
    let label: String
    private(set) var text: String
    private let limit: Int

    init(_ label: String, text: String = "", limit: Int = 254) {
        (self.label, self.text, self.limit) = (label, text, limit)
    }

    /// Takes the key if it is one for typing, and returns whether it was.
    mutating func press(_ key: Key) -> Bool {
        switch key {
        case .character(let character): append(String(character))
        // One row only: what comes after a line end was not meant for it.
        case .paste(let pasted): append(String(pasted.prefix { !$0.isNewline }))
        case .backspace, .delete: _ = text.popLast()
        case .control("u"): text = ""
        default: return false
        }
        return true
    }

    private mutating func append(_ new: String) { text = String((text + new).prefix(limit)) }

    /// The row, and the column of the cursor in it. Of a long text the end is shown.
    func line(columns: Int) -> (line: Line, cursor: Int) {
        let space = columns - TextWidth.of(label) - 4
        var shown = CleanText.line(text)
        while TextWidth.of(shown) > space, !shown.isEmpty { shown.removeFirst() }
        let line = Line(label + " ", .dim) + Line(shown, .bold)
        return (line, line.width)
    }
}
