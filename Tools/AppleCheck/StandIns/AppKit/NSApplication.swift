@_exported import Foundation

// Page: appkit/nsresponder.
@MainActor open class NSResponder: NSObject {
    public nonisolated override init() { super.init() }
    // Page: nsresponder/performkeyequivalent(with:); of NSView and NSWindow too.
    open func performKeyEquivalent(with event: NSEvent) -> Bool { false }
}

// Page: appkit/nsapplication.
@MainActor open class NSApplication: NSResponder {
    // Pages: nsapplication/shared, isactive, ishidden, windows, orderedwindows, keywindow, mainwindow, mainmenu.
    open class var shared: NSApplication { standIn }
    private static let standIn = NSApplication()
    open var isActive: Bool { standInIsActive }
    open var isHidden: Bool { false }
    open var windows: [NSWindow] { kept.compactMap(\.window) }
    open var orderedWindows: [NSWindow] { windows.filter(\.isVisible).reversed() }
    open internal(set) weak var keyWindow: NSWindow?
    open internal(set) weak var mainWindow: NSWindow?
    open var mainMenu: NSMenu?
    /// Not Apple's: whether the user works in this app, and its windows.
    public var standInIsActive = false
    private struct Kept { weak var window: NSWindow? }
    private var kept: [Kept] = []
    func add(_ window: NSWindow) { kept.append(Kept(window: window)) }

    // Pages: nsapplication/<name in lower case>. The texts are unverified: only compare with the constants.
    public nonisolated class var didBecomeActiveNotification: Notification.Name {
        .init("NSApplicationDidBecomeActive")
    }
    public nonisolated class var willResignActiveNotification: Notification.Name {
        .init("NSApplicationWillResignActive")
    }
    public nonisolated class var didResignActiveNotification: Notification.Name {
        .init("NSApplicationDidResignActive")
    }
    public nonisolated class var didHideNotification: Notification.Name { .init("NSApplicationDidHide") }
    public nonisolated class var didUnhideNotification: Notification.Name { .init("NSApplicationDidUnhide") }
    public nonisolated class var willTerminateNotification: Notification.Name { .init("NSApplicationWillTerminate") }
}

// Page: foundation/nsnotification/name-swift.struct/nsapplicationprotecteddatawillbecomeunavailable.
@available(macOS 12.0, *)
extension Notification.Name {
    public static var NSApplicationProtectedDataWillBecomeUnavailable: Notification.Name {
        .init("NSApplicationProtectedDataWillBecomeUnavailable")
    }
}

// Page: appkit/nsworkspace. Its pages give no isolation.
open class NSWorkspace: NSObject {
    // Pages: nsworkspace/shared, nsworkspace/notificationcenter.
    open class var shared: NSWorkspace { NSWorkspace() }
    open var notificationCenter: NotificationCenter { .default }

    // Pages: nsworkspace/<name in lower case>.
    public class var sessionDidResignActiveNotification: Notification.Name {
        .init("NSWorkspaceSessionDidResignActive")
    }
    public class var screensDidSleepNotification: Notification.Name { .init("NSWorkspaceScreensDidSleep") }
    public class var willSleepNotification: Notification.Name { .init("NSWorkspaceWillSleep") }
}
