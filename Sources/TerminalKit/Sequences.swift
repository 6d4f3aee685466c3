/// Control sequences as xterm and compatible terminals understand them:
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
enum Sequences {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    static let clear = "\u{1B}[m\u{1B}[2J"
    static let eraseRestOfLine = "\u{1B}[K"

    /// Switches to the alternate screen, with bracketed paste, and without wrapping at the edge: a character may be
    /// wider than ``TextWidth`` says.
    static let enterScreen = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h" + hideCursor + clear
    /// Undoes ``enterScreen`` and every style, whether or not it was active.
    static let leaveScreen = "\u{1B}[m\u{1B}[?2004l\u{1B}[?7h" + showCursor + "\u{1B}[?1049l"

    static func move(row: Int, column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
