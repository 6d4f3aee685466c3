#if os(macOS)
internal import AppKit
internal import LatchkeyLock
internal import SwiftUI

/// The lock's window over one of the app's windows, for that window's lifetime.
@MainActor
final class LockWindow {
    /// The lock's windows over all windows. AppKit does not retain one window for another.
    private static var ofWindows: [ObjectIdentifier: LockWindow] = [:]
    private static let menu = LockedMenu()
    private static let activity = ActivityReporter()

    private weak var parent: NSWindow?
    private let observers = NotificationObservers()
    private var subject: LockSubject?
    private var panel: LockPanel?
    private var host: NSHostingController<LockWindowContent>?
    private var cover = LockCover.none

    /// Covers a window for a lock. The window's previous lock, if any, no longer covers it.
    static func cover(_ parent: NSWindow, for subject: LockSubject) {
        // The lock's own content is also in a window.
        guard !(parent is LockPanel) else { return }
        ofWindows = ofWindows.filter { $0.value.parent != nil }
        let window = ofWindows[ObjectIdentifier(parent)] ?? LockWindow(parent)
        ofWindows[ObjectIdentifier(parent)] = window
        window.show(subject)
    }

    private init(_ parent: NSWindow) {
        self.parent = parent
        // AppKit stores an image of the window and shows it at the next launch, before the lock.
        parent.disableSnapshotRestoration()
        observe()
    }

    private func show(_ subject: LockSubject) {
        if let former = self.subject, former.isSame(as: subject) {
            guard former.adopt(subject) else { return }
            host?.rootView = former.content(cover)
            return
        }
        self.subject?.follow(nil)
        self.subject = subject
        subject.follow { [weak self] in self?.update() }
        if subject.lock.service?.locksWhenIdle == true {
            Self.activity.start {
                for window in Self.ofWindows.values { window.subject?.lock.service?.recordActivity() }
            }
        }
        host?.rootView = subject.content(cover)
        update()
    }

    /// Shows the content for the lock's state.
    private func update() {
        guard let subject, let parent else { return }
        let new =
            parent.isVisible
            ? LockCover(
                subject.access, subject.state, isElected: Self.elected === self,
                coversInactive: subject.options.coversInactive)
            : .none
        defer { Self.holdKeys() }
        guard new != cover || new != .none else { return }
        cover = new
        guard new != .none else { return hide() }
        let panel = panel ?? makePanel(for: subject)
        host?.rootView = subject.content(new)
        panel.setFrame(frame(over: parent), display: true)
        if panel.parent == nil { parent.addChildWindow(panel, ordered: .above) }
        // Levels apply across apps: above sheets, but not above another app's windows. Set last, since a window may
        // take the level of its parent.
        panel.level = NSApplication.shared.isActive ? .modalPanel : .normal
    }

    private func hide() {
        guard let panel else { return }
        let hadKeys = panel.isKeyWindow
        panel.parent?.removeChildWindow(panel)
        panel.orderOut(nil)
        // To the sheet, if one is shown: the window below it accepts no keys.
        if hadKeys, let parent { (parent.sheets.last ?? parent).makeKey() }
    }

    /// Returns the frame of the window with its sheets, popovers and other children.
    private func frame(over parent: NSWindow) -> NSRect {
        let children = (parent.childWindows ?? []).filter { $0 !== panel && $0.isVisible }
        return (parent.sheets + children).reduce(parent.frame) { $0.union($1.frame) }
    }

    private func makePanel(for subject: LockSubject) -> NSWindow {
        let panel = LockPanel(contentRect: .zero, styleMask: [.borderless], backing: .buffered, defer: false)
        panel.isReleasedWhenClosed = false
        panel.hidesOnDeactivate = false
        // Also above a modal dialog of the app.
        panel.worksWhenModal = true
        // Also over a full-screen window.
        panel.collectionBehavior = .fullScreenAuxiliary
        panel.setAccessibilityModal(true)
        let host = NSHostingController(rootView: subject.content(.cover))
        panel.contentViewController = host
        (self.panel, self.host) = (panel, host)
        return panel
    }

    private func observe() {
        let names = [
            NSApplication.didBecomeActiveNotification, NSApplication.didResignActiveNotification,
            NSApplication.didHideNotification, NSApplication.didUnhideNotification, NSWindow.didResizeNotification,
            NSWindow.didMoveNotification, NSWindow.didBecomeKeyNotification, NSWindow.willBeginSheetNotification,
            NSWindow.didEndSheetNotification, NSWindow.willCloseNotification, NSWindow.didDeminiaturizeNotification,
            NSWindow.didChangeOcclusionStateNotification, NSWindow.didEnterFullScreenNotification,
            NSWindow.didExitFullScreenNotification, NSPopover.didShowNotification, NSPopover.didCloseNotification,
        ]
        for name in names {
            observers.observe(name) { [weak self] _ in self?.update() }
        }
    }
}

extension LockWindow {
    /// The window that shows the lock screen, since a Mac has one keyboard. It is over the frontmost window, or over
    /// the window of the focused sheet or panel.
    private static var elected: LockWindow? {
        let app = NSApplication.shared
        let candidates = [app.keyWindow, app.mainWindow].compactMap(\.self) + app.orderedWindows
        return candidates.lazy.compactMap(over).first
    }

    /// Returns the lock's window over a window, over the parent of a sheet, or the one whose panel it is.
    private static func over(_ window: NSWindow) -> LockWindow? {
        var root = window
        while let below = root.sheetParent ?? root.parent { root = below }
        return ofWindows[ObjectIdentifier(root)].flatMap { $0.parent?.isVisible == true ? $0 : nil }
    }

    /// Lets keys reach only the lock while the app is locked: no window or sheet below it, and no menu command.
    private static func holdKeys() {
        let isLocked = ofWindows.values.contains { $0.subject?.access.isOpen == false }
        menu.update(isLocked: isLocked)
        guard isLocked, NSApplication.shared.isActive, let panel = elected?.panel, !panel.isKeyWindow else { return }
        panel.makeKeyAndOrderFront(nil)
    }
}
#endif
