/// What is on the screen: rows from the top, and where the cursor is.
struct Frame: Hashable, Sendable {
    /// A cell, counted from 0.
    struct Position: Hashable, Sendable {
        var row: Int
        var column: Int
    }

    var lines: [Line]
    /// Where the cursor is, or nil while there is none.
    var cursor: Position?

    init(_ lines: [Line] = [], cursor: Position? = nil) {
        (self.lines, self.cursor) = (lines, cursor)
    }
}

/// The cells of a window.
struct TerminalSize: Hashable, Sendable {
    var columns: Int
    var rows: Int

    /// What a terminal has that does not say.
    static let standard = TerminalSize(columns: 80, rows: 24)
    /// Frames are drawn in windows of this size and more.
    static let smallest = TerminalSize(columns: 40, rows: 12)

    var isTooSmall: Bool { columns < Self.smallest.columns || rows < Self.smallest.rows }
}
