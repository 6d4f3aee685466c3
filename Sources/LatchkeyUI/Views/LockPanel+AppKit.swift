#if os(macOS)
internal import AppKit

/// The lock's window over another one: a window without a frame that accepts keys.
final class LockPanel: NSPanel {
    override var canBecomeKey: Bool { true }

    /// Edits the text in the lock's own fields, since the menu's commands for it are hidden while the app is locked.
    /// They are sent only to the panel's text: a menu would also offer them to the window below it.
    override func performKeyEquivalent(with event: NSEvent) -> Bool {
        let modifiers = event.modifierFlags.intersection([.command, .shift, .option, .control])
        guard modifiers == .command, let text = firstResponder as? NSText else {
            return super.performKeyEquivalent(with: event)
        }
        switch event.characters?.lowercased() {
        case "x": text.cut(nil)
        case "c": text.copy(nil)
        case "v": text.paste(nil)
        case "a": text.selectAll(nil)
        default: return super.performKeyEquivalent(with: event)
        }
        return true
    }
}
#endif
