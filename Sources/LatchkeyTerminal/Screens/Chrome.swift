internal import TerminalKit

/// The bar above a screen and the keys below it.
struct Chrome {
    let bar: String
    let size: TerminalSize

    /// The number of rows for a screen's content.
    static func rows(in size: TerminalSize) -> Int { max(1, size.rows - 4) }

    func frame(_ content: ScreenContent) -> Frame {
        let area = Self.rows(in: size)
        let hidden = max(0, min(content.lines.count - area, (content.focus ?? 0) - area / 2))
        let visible = content.lines.dropFirst(hidden).prefix(area)
        let shown = visible.map { content.isCentred ? $0.centred(in: size.columns) : $0 }
        let top = 2 + (content.isCentred ? (area - shown.count) / 2 : 0)
        var lines = [head(content.title)] + Array(repeating: Line(), count: top - 1) + shown
        let foot = foot(content.keys).prefix(max(1, size.rows - lines.count))
        lines += Array(repeating: Line(), count: max(0, size.rows - foot.count - lines.count)) + foot
        let cursor = content.cursor.map { Frame.Position(row: $0.row + top, column: $0.column) }
        return Frame(lines, cursor: cursor)
    }

    private func head(_ title: String) -> Line {
        let (left, right) = (" " + CleanText.line(bar), CleanText.line(title) + " ")
        let gap = size.columns - TextWidth.of(left) - TextWidth.of(right)
        guard gap > 0 else { return Line(TextWidth.padded(left, to: size.columns), .reverse) }
        return Line(left + String(repeating: " ", count: gap) + right, .reverse)
    }

    /// Returns one row of keys, or two if one is too short. Without room for all, the most important first.
    private func foot(_ keys: [KeyHint]) -> [Line] {
        let hints = keys.map { Line($0.key, .bold) + Line(" " + $0.effect, .dim) }
        let length = hints.reduce(1) { $0 + $1.width }
        let gap = Line(length + 3 * (hints.count - 1) <= size.columns ? "   " : "  ")
        var rows = [Line()]
        for hint in hints {
            let row = rows[rows.count - 1]
            let next = row.width == 0 ? Line(" ") + hint : row + gap + hint
            if next.width <= size.columns {
                rows[rows.count - 1] = next
            } else if rows.count == 1, hint.width < size.columns {
                rows.append(Line(" ") + hint)
            } else {
                break
            }
        }
        return rows
    }
}
