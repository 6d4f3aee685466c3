#if os(macOS)
internal import AppKit

/// The menu bar of a locked app, with only the commands that hide or quit it. A hidden item, or one below a hidden
/// item, matches no command key (<https://developer.apple.com/documentation/appkit/nsmenuitem/ishidden>).
@MainActor
final class LockedMenu {
    private var hidden: [NSMenuItem] = []

    func update(isLocked: Bool) {
        guard isLocked else {
            for item in hidden { item.isHidden = false }
            return hidden = []
        }
        guard let menu = NSApplication.shared.mainMenu else { return }
        let commands = menu.items.first?.submenu?.items.filter { !["h", "q"].contains($0.keyEquivalent) } ?? []
        for item in menu.items.dropFirst() + commands where !item.isHidden {
            item.isHidden = true
            hidden.append(item)
        }
    }
}
#endif
