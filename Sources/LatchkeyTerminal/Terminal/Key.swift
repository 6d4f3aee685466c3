/// What was typed. Modifiers other than Ctrl with a letter, and Shift with Tab, are not told apart.
enum Key: Hashable, Sendable {
    /// One Unicode scalar that can be seen or combines; never a control character.
    case character(Character)
    case enter, tab, backTab, backspace, delete, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl with a lower-case letter, or with `\`, `]`, `^` or `_`.
    case control(Character)
    /// Text that came in one go. Line ends are `\n`; other control characters than tabs are left out. A long text comes
    /// in several pieces.
    case paste(String)
}
