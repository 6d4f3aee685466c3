/// The bar above a screen and the keys below it.
struct Chrome {
    let bar: String
    let size: TerminalSize

    /// Rows that a screen has for itself.
    static func rows(in size: TerminalSize) -> Int { max(1, size.rows - 4) }

    /// The whole frame.
    func frame(_ content: ScreenContent) -> Frame {
        let area = Self.rows(in: size)
        let shown = Array(content.lines.prefix(area))
        let top = 2 + (content.isCentred ? (area - shown.count) / 2 : 0)
        var lines = [head(content.title)] + Array(repeating: Line(), count: top - 1) + shown
        lines += Array(repeating: Line(), count: max(0, size.rows - 1 - lines.count))
        lines.append(foot(content.keys))
        let cursor = content.cursor.map { Frame.Position(row: $0.row + top, column: $0.column) }
        return Frame(lines, cursor: cursor)
    }

    private func head(_ title: String) -> Line {
        let (left, right) = (" " + CleanText.line(bar), CleanText.line(title) + " ")
        let gap = size.columns - TextWidth.of(left) - TextWidth.of(right)
        guard gap > 0 else { return Line(TextWidth.padded(left, to: size.columns), .reverse) }
        return Line(left + String(repeating: " ", count: gap) + right, .reverse)
    }

    /// As many keys as fit: the most important come first.
    private func foot(_ keys: [KeyHint]) -> Line {
        var line = Line(" ")
        for (index, hint) in keys.enumerated() {
            let next = line + Line(index == 0 ? "" : "   ") + Line(hint.key, .bold) + Line(" " + hint.does, .dim)
            guard next.width <= size.columns else { break }
            line = next
        }
        return line
    }
}
