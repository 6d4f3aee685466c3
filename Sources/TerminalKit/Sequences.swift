/// Control sequences of xterm and compatible terminals: <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
enum Sequences {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    /// Erases the window up to its last cell. ED 2, and ED 0 from the first cell, would make tmux store the text in its
    /// history if there is no alternate screen.
    static let clear = "\u{1B}[m\u{1B}[9999;9999H\u{1B}[1J\u{1B}[H"
    static let eraseRestOfLine = "\u{1B}[K"

    /// Enters the alternate screen, with bracketed paste and without wrapping at the edge: a character may be wider
    /// than ``TextWidth`` reports.
    static let enterScreen = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h" + hideCursor + clear
    /// Reverts ``enterScreen`` and all styles. It clears first: a terminal without an alternate screen would continue
    /// to show the frame, and some terminals keep the alternate screen's content.
    static let leaveScreen = clear + "\u{1B}[?2004l\u{1B}[?7h" + showCursor + "\u{1B}[?1049l"

    static func move(row: Int, column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
