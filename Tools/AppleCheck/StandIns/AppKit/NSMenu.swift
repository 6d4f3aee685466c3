import Foundation

// Page: appkit/nsmenu.
@MainActor open class NSMenu: NSObject {
    public nonisolated override init() { super.init() }
    // Pages: nsmenu/items, nsmenu/additem(_:).
    open private(set) var items: [NSMenuItem] = []
    open func addItem(_ newItem: NSMenuItem) { items.append(newItem) }
}

// Page: appkit/nsmenuitem.
@MainActor open class NSMenuItem: NSObject {
    public nonisolated override init() { super.init() }
    // Pages: nsmenuitem/title, keyequivalent, submenu, ishidden.
    open var title = ""
    open var keyEquivalent = ""
    open var submenu: NSMenu?
    open var isHidden = false
}
