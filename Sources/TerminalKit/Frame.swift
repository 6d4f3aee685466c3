/// The contents of the screen: rows from the top, and the cursor's position.
package struct Frame: Hashable, Sendable {
    /// A cell, counted from 0.
    package struct Position: Hashable, Sendable {
        package var row: Int
        package var column: Int

        package init(row: Int, column: Int) { (self.row, self.column) = (row, column) }
    }

    package var lines: [Line]
    /// The position of the cursor; nil while it is hidden.
    package var cursor: Position?

    package init(_ lines: [Line] = [], cursor: Position? = nil) { (self.lines, self.cursor) = (lines, cursor) }
}

/// The size of a window, in cells.
package struct TerminalSize: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    /// The size for a terminal that does not report one.
    package static let standard = TerminalSize(columns: 80, rows: 24)
    /// The smallest window in which frames are drawn.
    static let smallest = TerminalSize(columns: 40, rows: 12)

    package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

    var isTooSmall: Bool { columns < Self.smallest.columns || rows < Self.smallest.rows }
}
