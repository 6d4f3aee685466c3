/// Control sequences as xterm and compatible terminals understand them:
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
enum Sequences {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    /// Erases the window up to its last cell: ED 2, and ED 0 from the first cell, have tmux keep the text in its
    /// history where there is no alternate screen.
    static let clear = "\u{1B}[m\u{1B}[9999;9999H\u{1B}[1J\u{1B}[H"
    static let eraseRestOfLine = "\u{1B}[K"

    /// Switches to the alternate screen, with bracketed paste, and without wrapping at the edge: a character may be
    /// wider than ``TextWidth`` says.
    static let enterScreen = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h" + hideCursor + clear
    /// Undoes ``enterScreen`` and every style, whether or not it was active. Clears first: a terminal without an
    /// alternate screen would go on showing the frame, and others keep it.
    static let leaveScreen = clear + "\u{1B}[?2004l\u{1B}[?7h" + showCursor + "\u{1B}[?1049l"

    static func move(row: Int, column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
