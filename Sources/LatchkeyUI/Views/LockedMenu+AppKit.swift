#if os(macOS)
internal import AppKit

/// Takes the commands of a locked app out of its menu bar, but for hiding and quitting it. A hidden item, or one below a
/// hidden item, takes part in no matching of command keys
/// (<https://developer.apple.com/documentation/appkit/nsmenuitem/ishidden>).
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
