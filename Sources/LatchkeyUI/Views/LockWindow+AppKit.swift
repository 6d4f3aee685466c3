#if os(macOS)
internal import AppKit
internal import LatchkeyLock
internal import SwiftUI

/// The lock's window over one window.
@MainActor
final class LockWindow {
    private var lock: (any ScreenLock)?
    private var makeContent: ((LockCover) -> LockWindowContent)?
    private weak var parent: NSWindow?
    private var window: NSWindow?
    private var host: NSHostingController<LockWindowContent>?
    private var cover = LockCover.none
    private let observers = NotificationObservers()

    /// Says what is to be shown.
    func prepare(for lock: any ScreenLock, content: @escaping (LockCover) -> LockWindowContent) {
        (self.lock, makeContent) = (lock, content)
        if observers.isEmpty { observe() }
        update()
    }

    /// Says over which window.
    func attach(to window: NSWindow?) {
        guard let window, window !== parent, window !== self.window else { return }
        parent = window
        update()
    }

    /// Shows what the lock's state asks for.
    func update() {
        guard let lock, let makeContent, let parent else { return }
        // A Mac has one keyboard: the window in front asks, and the others are covered.
        let isElected = parent.isKeyWindow || window?.isKeyWindow == true || NSApplication.shared.windows.count == 1
        let new = LockCover(lock.service.state, isElected: isElected, isLeaving: false, isAway: false)
        guard new != cover || new != .none else { return }
        cover = new
        guard new != .none else { return hide() }
        let window = window ?? makeWindow()
        host?.rootView = makeContent(new)
        window.setFrame(frame(over: parent), display: true)
        // Levels count among all apps: above sheets, but not above another app's windows.
        window.level = NSApplication.shared.isActive ? .modalPanel : .normal
        if window.parent == nil { parent.addChildWindow(window, ordered: .above) }
        if new == .lock, NSApplication.shared.isActive { window.makeKeyAndOrderFront(nil) }
    }

    /// Shows nothing any more: what it covered is gone.
    func remove() {
        hide()
        (lock, makeContent, window, host, cover) = (nil, nil, nil, nil, .none)
    }

    private func hide() {
        guard let window else { return }
        window.parent?.removeChildWindow(window)
        window.orderOut(nil)
        parent?.makeKey()
    }

    private func frame(over parent: NSWindow) -> NSRect {
        parent.attachedSheet.map { parent.frame.union($0.frame) } ?? parent.frame
    }

    private func makeWindow() -> NSWindow {
        let window = LockPanel(contentRect: .zero, styleMask: [.borderless], backing: .buffered, defer: false)
        window.isReleasedWhenClosed = false
        window.setAccessibilityModal(true)
        let host = makeContent.map { NSHostingController(rootView: $0(.cover)) }
        window.contentViewController = host
        (self.window, self.host) = (window, host)
        return window
    }

    private func observe() {
        let names = [
            NSApplication.didBecomeActiveNotification, NSApplication.didResignActiveNotification,
            NSWindow.didResizeNotification, NSWindow.didBecomeKeyNotification, NSWindow.willBeginSheetNotification,
        ]
        for name in names {
            observers.hear(name) { [weak self] in self?.update() }
        }
    }
}

/// A window without a frame that takes keys all the same.
private final class LockPanel: NSWindow {
    override var canBecomeKey: Bool { true }
}
#endif
