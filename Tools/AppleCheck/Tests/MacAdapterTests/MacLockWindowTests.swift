import AppKit
import LatchkeyPasscode
import SwiftUI
import Testing

@testable import LatchkeyLock
@testable import LatchkeyUI

/// The lock's windows over windows that simulate AppKit's.
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

    /// The enabled commands of the menu bar.
    private var commands: [String] {
        menu.items.flatMap { [$0] + ($0.submenu?.items ?? []) }.filter { !$0.isHidden }.map(\.title)
    }

    /// Opens a frontmost window with a title bar.
    fileprivate func open() -> NSWindow {
        let window = NSWindow(contentRect: .zero, styleMask: [], backing: .buffered, defer: false)
        window.standInHasTitle = true
        window.makeKeyAndOrderFront(nil)
        return window
    }

    fileprivate func subject(_ lock: PasscodeService) -> LockSubject {
        LockSubject(lock, texts: .english, options: LockOptions(coversInactive: false), makeReset: nil)
    }

    /// Returns the visible window above this window.
    fileprivate func panel(over window: NSWindow) -> NSWindow? { window.childWindows?.first { $0.isVisible } }

    fileprivate func shown(over window: NSWindow) -> LockCover? {
        let host = panel(over: window)?.contentViewController as? NSHostingController<LockWindowContent>
        return host?.rootView.cover
    }

    @Test("C12 locking over an open sheet blocks its keyboard input")
    func lockingOverAnOpenSheetBlocksItsKeyboardInput() async {
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

    @Test("C11 lock prompts over the window whose sheet has focus")
    func lockPromptsOverTheWindowWhoseSheetHasFocus() async {
        let lock = await lockInFront()
        #expect(await lock.unlock(with: .right) == .unlocked)
        let (first, second, sheet) = (open(), open(), open())
        let subjects = [subject(lock), subject(lock)]
        // The other window is notified of the lock first.
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

    @Test("C12 locked app's menus offer only Hide and Quit")
    func lockedAppsMenusOfferOnlyHideAndQuit() async {
        let lock = await lockInFront()
        let window = open()
        LockWindow.cover(window, for: subject(lock))
        #expect(commands == ["Repair Shop", "Hide", "Quit"])
        #expect(await lock.unlock(with: .right) == .unlocked)
        await until { panel(over: window) == nil }
        #expect(commands == ["Repair Shop", "About", "Settings…", "Hide", "Quit", "File"])
        window.close()
    }

    @Test("C11 only the front window prompts")
    func onlyTheFrontWindowPrompts() async {
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

    @Test("C12 locked app's other windows receive no keys")
    func lockedAppsOtherWindowsReceiveNoKeys() async {
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

extension MacLockWindowTests {
    @Test("C12 Edit shortcuts work only in the lock's own fields")
    func editShortcutsWorkOnlyInTheLocksOwnFields() async {
        let lock = await lockInFront()
        let window = open()
        LockWindow.cover(window, for: subject(lock))
        let panel = panel(over: window)
        func press(_ key: String, _ modifiers: NSEvent.ModifierFlags) -> Bool {
            panel?.performKeyEquivalent(
                with: NSEvent(standIn: .keyDown, characters: key, modifierFlags: modifiers)) == true
        }
        #expect(!press("v", .command), "there is no field")
        let text = NSText()
        panel?.makeFirstResponder(text)
        for key in ["x", "c", "v", "a"] { #expect(press(key, [.command, .capsLock])) }
        #expect(text.standInEdits == ["cut", "copy", "paste", "select all"])
        for (key, modifiers) in [("v", []), ("v", [.command, .shift]), ("z", .command), ("q", .command)]
            as [(String, NSEvent.ModifierFlags)]
        { #expect(!press(key, modifiers), "\(key)") }
        #expect(text.standInEdits.count == 4)
        window.close()
    }

    @Test("C12 lock is above the window's sheets")
    func lockIsAboveTheWindowsSheets() async {
        let lock = await lockInFront()
        let window = open()
        LockWindow.cover(window, for: subject(lock))
        #expect(panel(over: window)?.level == .modalPanel)
        #expect(panel(over: window)?.collectionBehavior.contains(.fullScreenAuxiliary) == true)
        window.close()
    }

    @Test("C12 lock covers popovers outside the window's frame")
    func lockCoversPopoversOutsideTheWindowsFrame() async {
        let lock = await lockInFront()
        let (window, popover) = (open(), open())
        window.setFrame(NSRect(x: 0, y: 0, width: 100, height: 100), display: false)
        popover.setFrame(NSRect(x: 90, y: 90, width: 100, height: 100), display: false)
        LockWindow.cover(window, for: subject(lock))
        #expect(panel(over: window)?.frame.contains(popover.frame) == false)
        window.addChildWindow(popover, ordered: .above)
        NotificationCenter.default.post(name: NSPopover.didShowNotification, object: nil)
        let locked = window.childWindows?.first { $0 !== popover }
        #expect(locked?.frame.contains(popover.frame) == true)
        window.close()
    }

    @Test("C12 minimized window is covered on restore and has no snapshot")
    func minimizedWindowIsCoveredOnRestoreAndHasNoSnapshot() async {
        let lock = await lockInFront()
        #expect(await lock.unlock(with: .right) == .unlocked)
        let window = open()
        LockWindow.cover(window, for: subject(lock))
        #expect(!window.standInIsPictured)
        window.miniaturize(nil)
        lock.lockApp()
        for _ in 0..<100 { await Task.yield() }
        #expect(panel(over: window) == nil)
        window.deminiaturize(nil)
        #expect(shown(over: window) == .lock)
        window.close()
    }

    @Test("C7 input in any window counts as activity")
    func inputInAnyWindowCountsAsActivity() async {
        let device = TestLock()
        let lock = await device.launched()
        #expect(await lock.setPasscode(.right) == .done)
        lock.send(.becameActive(timedOut: false))
        lock.locksWhenIdle = true
        lock.watchTime(
            with: TimeoutTimer(lock, countsIdleTime: true, waits: ContinuousClock(), onAway: { _ in }))
        let window = open()
        LockWindow.cover(window, for: subject(lock))
        for type in [
            .keyDown, .flagsChanged, .leftMouseDown, .rightMouseDown, .otherMouseDown, .mouseMoved, .leftMouseDragged,
            .rightMouseDragged, .otherMouseDragged, .scrollWheel, .magnify, .rotate, .swipe, .smartMagnify, .pressure,
        ] as [NSEvent.EventTypeMask] {
            device.advance(by: 59)
            #expect(NSEvent(standIn: type).standInSend())
        }
        device.advance(by: 59)
        lock.lockIfTimedOut()
        #expect(!lock.isLocked)
        device.advance(by: 1)
        lock.lockIfTimedOut()
        #expect(lock.isLocked)
        window.close()
    }
}
