/// A key press. Modifiers are not reported, except Ctrl with a letter and Shift with Tab.
package enum Key: Hashable, Sendable {
    /// One visible or combining Unicode scalar; never a control character.
    case character(Character)
    case enter, tab, backTab, backspace, delete, escape
    case up, down, left, right, home, end, pageUp, pageDown
    /// Ctrl with a lower-case letter, or with `\`, `]`, `^` or `_`.
    case control(Character)
    /// Pasted text. Line ends are `\n`; control characters other than tabs are removed. Long text arrives in several
    /// pieces.
    case paste(String)
}
