import AppKit
import LatchkeyPasscode
import SwiftUI
import Testing

@testable import LatchkeyLock
@testable import LatchkeyUI

/// The lock's windows over windows that behave as AppKit's do.
@MainActor @Suite(.serialized) struct MacLockWindowTests {
    let app = NSApplication.shared
    let menu = NSMenu()

    init() {
        app.standInIsActive = true
        let commands = NSMenu()
        for (title, key) in [("About", ""), ("Settings…", ","), ("Hide", "h"), ("Quit", "q")] {
            commands.addItem(item(title, key))
        }
        let first = item("Repair Shop")
        first.submenu = commands
        menu.addItem(first)
        menu.addItem(item("File"))
        app.mainMenu = menu
    }

    private func item(_ title: String, _ key: String = "") -> NSMenuItem {
        let item = NSMenuItem()
        (item.title, item.keyEquivalent) = (title, key)
        return item
    }

    /// What can be chosen in the menu bar.
    private var commands: [String] {
        menu.items.flatMap { [$0] + ($0.submenu?.items ?? []) }.filter { !$0.isHidden }.map(\.title)
    }

    /// A window with a title bar, in front.
    private func open() -> NSWindow {
        let window = NSWindow(contentRect: .zero, styleMask: [], backing: .buffered, defer: false)
        window.standInHasTitle = true
        window.makeKeyAndOrderFront(nil)
        return window
    }

    private func subject(_ lock: PasscodeService) -> LockSubject {
        LockSubject(lock, texts: .english, options: LockOptions(coversInactive: false), makeReset: nil)
    }

    /// What lies over the window.
    private func panel(over window: NSWindow) -> NSWindow? { window.childWindows?.first { $0.isVisible } }

    private func shown(over window: NSWindow) -> LockCover? {
        let host = panel(over: window)?.contentViewController as? NSHostingController<LockWindowContent>
        return host?.rootView.cover
    }

    @Test("C12 While a sheet is open the lock asks, and no key reaches the sheet")
    func theLockAsksOverASheet() async {
        let lock = await lockInFront()
        #expect(await lock.unlock(with: .right) == .unlocked)
        let (window, sheet) = (open(), open())
        LockWindow.cover(window, for: subject(lock))
        window.beginSheet(sheet)
        #expect(sheet.isKeyWindow)
        lock.lockApp()
        await until { shown(over: window) == .lock }
        #expect(panel(over: window)?.isKeyWindow == true)
        sheet.makeKey()
        #expect(panel(over: window)?.isKeyWindow == true)
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { panel(over: window) == nil }
        #expect(sheet.isKeyWindow)
        window.endSheet(sheet)
        window.close()
    }

    @Test("C11 The lock asks over the window whose sheet has the keys, and not over one further in front")
    func theWindowOfTheSheetAsks() async {
        let lock = await lockInFront()
        #expect(await lock.unlock(with: .right) == .unlocked)
        let (first, second, sheet) = (open(), open(), open())
        let subjects = [subject(lock), subject(lock)]
        // The other window hears of the lock before it.
        LockWindow.cover(second, for: subjects[0])
        LockWindow.cover(first, for: subjects[1])
        first.beginSheet(sheet)
        lock.lockApp()
        await until { shown(over: first) == .lock }
        #expect(shown(over: second) == .cover)
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { panel(over: first) == nil && panel(over: second) == nil }
        first.endSheet(sheet)
        first.close()
        second.close()
    }

    @Test("C12 A locked app's menus hold no command but for hiding and quitting it")
    func aLockedAppHasNoCommands() async {
        let lock = await lockInFront()
        let window = open()
        LockWindow.cover(window, for: subject(lock))
        #expect(commands == ["Repair Shop", "Hide", "Quit"])
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { panel(over: window) == nil }
        #expect(commands == ["Repair Shop", "About", "Settings…", "Hide", "Quit", "File"])
        window.close()
    }

    @Test("C11 Of two windows the one in front asks, and the other is covered")
    func oneOfTwoWindowsAsks() async {
        let lock = await lockInFront()
        let (first, second) = (open(), open())
        let subjects = [subject(lock), subject(lock)]
        LockWindow.cover(first, for: subjects[0])
        LockWindow.cover(second, for: subjects[1])
        #expect(shown(over: first) == .lock || shown(over: second) == .lock)
        for (front, back) in [(first, second), (second, first)] {
            panel(over: front)?.makeKey()
            #expect(shown(over: front) == .lock)
            #expect(shown(over: back) == .cover)
        }
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { panel(over: first) == nil && panel(over: second) == nil }
        first.close()
        second.close()
    }

    @Test("C12 A window of the app that has no lock takes no keys while it is locked")
    func aWindowWithoutALockTakesNoKeys() async {
        let lock = await lockInFront()
        let window = open()
        LockWindow.cover(window, for: subject(lock))
        let other = open()
        #expect(!other.isKeyWindow)
        #expect(panel(over: window)?.isKeyWindow == true)
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { panel(over: window) == nil }
        other.makeKey()
        #expect(other.isKeyWindow)
        other.close()
        window.close()
    }
}
