/// A key press. Modifiers other than Ctrl with a letter, and Shift with Tab, are not distinguished.
package enum Key: Hashable, Sendable {
    /// One Unicode scalar that can be seen or combines; never a control character.
    case character(Character)
    case enter, tab, backTab, backspace, delete, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl with a lower-case letter, or with `\`, `]`, `^` or `_`.
    case control(Character)
    /// Pasted text. Line ends are `\n`; control characters other than tabs are removed. A long text arrives in several
    /// pieces.
    case paste(String)
}
