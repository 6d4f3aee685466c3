/// What is sent to a terminal, as xterm and its kin understand it:
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>.
enum Sequences {
    static let hideCursor = "\u{1B}[?25l"
    static let showCursor = "\u{1B}[?25h"
    static let clear = "\u{1B}[m\u{1B}[2J"
    static let eraseRestOfLine = "\u{1B}[K"

    /// The alternate screen, without wrapping at its edge, where a character may be wider than we think; pastes are
    /// bracketed.
    static let enterScreen = "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h" + hideCursor + clear
    /// Undoes ``enterScreen`` and every style, whether or not it was in force.
    static let leaveScreen = "\u{1B}[m\u{1B}[?2004l\u{1B}[?7h" + showCursor + "\u{1B}[?1049l"

    static func move(row: Int, column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }
}
