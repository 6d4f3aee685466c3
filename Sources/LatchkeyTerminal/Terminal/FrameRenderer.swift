/// Turns frames into what a terminal understands. Only rows that changed are written anew.
///
/// Nothing in a line reaches the terminal as anything but text, see ``CleanText``.
struct FrameRenderer: Sendable {
    let colour: ColourSupport
    /// What to say in a window in which nothing else has room.
    var tooSmall = "Window too small."

    /// The bytes that turn the former frame, drawn at the same size, into this one. Without a former frame, the whole
    /// window is drawn.
    func bytes(from former: Frame?, to frame: Frame, size: TerminalSize) -> [UInt8] {
        let frame = fit(frame, size)
        let former = former.map { fit($0, size) }
        guard frame != former else { return [] }
        // The cursor would be seen running over the screen.
        var text = Sequences.hideCursor
        if former == nil { text += Sequences.clear }
        for row in 0..<size.rows {
            let line = frame.lines.element(at: row)
            if let former, former.lines.element(at: row) == line { continue }
            if former == nil, line == Line() { continue }
            text += Sequences.move(row: row, column: 0) + rendered(line, columns: size.columns)
        }
        if let cursor = frame.cursor {
            text += Sequences.move(row: cursor.row, column: cursor.column) + Sequences.showCursor
        }
        return Array(text.utf8)
    }

    /// One line's text with its styles, at most so many columns of it.
    private func rendered(_ line: Line, columns: Int) -> String {
        var text = ""
        var free = columns
        for span in line.spans {
            let clean = CleanText.line(span.text)
            let part = TextWidth.truncated(clean, to: free)
            if let rendition = colour.rendition(of: span.style), !part.isEmpty {
                text += "\u{1B}[\(rendition)m\(part)\u{1B}[m"
            } else {
                text += part
            }
            free -= TextWidth.of(part)
            if free <= 0 || part != clean { break }
        }
        // In a full row the cursor stays on the last cell, which would be erased.
        return free > 0 ? text + Sequences.eraseRestOfLine : text
    }

    private func fit(_ frame: Frame, _ size: TerminalSize) -> Frame {
        if size.isTooSmall {
            return Frame([Line(tooSmall, .error)])
        }
        var fitting = Frame(Array(frame.lines.prefix(size.rows)), cursor: frame.cursor)
        if let cursor = frame.cursor {
            fitting.cursor = .init(
                row: min(max(cursor.row, 0), size.rows - 1), column: min(max(cursor.column, 0), size.columns - 1))
        }
        return fitting
    }
}

extension [Line] {
    /// The line, or an empty one.
    fileprivate func element(at row: Int) -> Line { row < count ? self[row] : Line() }
}
