import Foundation

// Pages: appkit/nsview, nsview/window, nsview/viewdidmovetowindow().
@MainActor open class NSView: NSResponder {
    open var window: NSWindow? { nil }
    open func viewDidMoveToWindow() {}
}

// Page: appkit/nsviewcontroller.
@MainActor open class NSViewController: NSResponder {}

// Page: appkit/nswindow.
@MainActor open class NSWindow: NSResponder {
    // Page: nswindow/stylemask-swift.struct.
    public struct StyleMask: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var borderless: Self { Self([]) }
    }
    // Page: nswindow/backingstoretype.
    public enum BackingStoreType: UInt, Sendable { case buffered = 2 }
    // Page: nswindow/level-swift.struct; the numbers are unverified.
    public struct Level: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var normal: Self { Self(rawValue: 0) }
        public static var modalPanel: Self { Self(rawValue: 8) }
    }
    // Page: nswindow/orderingmode.
    public enum OrderingMode: Int, Sendable { case above = 1, below = -1, out = 0 }

    // Page: nswindow/init(contentrect:stylemask:backing:defer:).
    public init(
        contentRect: NSRect, styleMask style: StyleMask, backing backingStoreType: BackingStoreType, `defer` flag: Bool
    ) { super.init() }
    @available(*, unavailable) public nonisolated override init() { fatalError("not for use") }

    // Pages: nswindow/iskeywindow, canbecomekey, frame, parent, attachedsheet, level-swift.property,
    // isreleasedwhenclosed, contentviewcontroller.
    open var isKeyWindow: Bool { false }
    open var canBecomeKey: Bool { false }
    open var frame: NSRect { .zero }
    open weak var parent: NSWindow?
    open var attachedSheet: NSWindow? { nil }
    open var level: Level = .normal
    open var isReleasedWhenClosed: Bool = true
    open var contentViewController: NSViewController?
    // Pages: nswindow/setframe(_:display:), makekey(), makekeyandorderfront(_:), orderout(_:),
    // addchildwindow(_:ordered:), removechildwindow(_:).
    open func setFrame(_ frameRect: NSRect, display flag: Bool) {}
    open func makeKey() {}
    open func makeKeyAndOrderFront(_ sender: Any?) {}
    open func orderOut(_ sender: Any?) {}
    // Page: appkit/nsaccessibilityprotocol/setaccessibilitymodal(_:).
    open func setAccessibilityModal(_ accessibilityModal: Bool) {}
    open func addChildWindow(_ childWin: NSWindow, ordered place: OrderingMode) {}
    open func removeChildWindow(_ childWin: NSWindow) {}

    // Pages: nswindow/<name in lower case>.
    public nonisolated class var didResizeNotification: Notification.Name { .init("NSWindowDidResize") }
    public nonisolated class var didBecomeKeyNotification: Notification.Name { .init("NSWindowDidBecomeKey") }
    public nonisolated class var willBeginSheetNotification: Notification.Name { .init("NSWindowWillBeginSheet") }
}
