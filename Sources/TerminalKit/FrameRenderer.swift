/// A converter from frames to bytes for a terminal. Only changed rows are written.
///
/// Text is filtered by ``CleanText``.
package struct FrameRenderer: Sendable {
    let colour: ColourSupport
    /// The text in a window that is too small for a frame.
    let tooSmall: String

    package init(colour: ColourSupport, tooSmall: String = "Window too small.") {
        (self.colour, self.tooSmall) = (colour, tooSmall)
    }

    /// Returns the bytes that turn the previous frame, drawn at the same size, into this one. Without a previous frame,
    /// the whole window is drawn.
    func bytes(from former: Frame?, to frame: Frame, size: TerminalSize) -> [UInt8] {
        let frame = fit(frame, size)
        let former = former.map { fit($0, size) }
        guard frame != former else { return [] }
        // Otherwise the cursor would visibly run over the screen.
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

    /// The text of a line with its styles, truncated to this number of columns.
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
        // In a full row the cursor stays on the last cell, which this sequence would erase.
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
