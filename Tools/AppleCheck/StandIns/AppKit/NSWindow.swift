import Foundation

// Pages: appkit/nsview, nsview/window, nsview/viewdidmovetowindow().
@MainActor open class NSView: NSResponder {
    open var window: NSWindow? { standInWindow }
    private weak var standInWindow: NSWindow?
    /// Not Apple's: the effect of adding the view to a window, or removing it from one.
    public func standInMove(to window: NSWindow?) {
        standInWindow = window
        viewDidMoveToWindow()
    }
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
    ) {
        super.init()
        NSApplication.shared.add(self)
    }
    @available(*, unavailable) public nonisolated override init() { fatalError("not for use") }

    // Pages: nswindow/iskeywindow, canbecomekey, isvisible, frame, parent, childwindows, sheets, sheetparent,
    // level-swift.property, isreleasedwhenclosed, contentviewcontroller. A window without a title bar receives no keys.
    open var isKeyWindow: Bool { NSApplication.shared.keyWindow === self }
    open var canBecomeKey: Bool { standInHasTitle }
    open private(set) var isVisible = false
    open private(set) var frame = NSRect.zero
    // Pages: nswindow/firstresponder, makefirstresponder(_:).
    open private(set) weak var firstResponder: NSResponder?
    @discardableResult open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
        firstResponder = responder
        return true
    }
    // Pages: nswindow/collectionbehavior-swift.property, collectionbehavior-swift.struct; value: NSWindow.h.
    public struct CollectionBehavior: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var fullScreenAuxiliary: Self { Self(rawValue: 1 << 8) }
    }
    open var collectionBehavior: CollectionBehavior = []
    // Page: nswindow/disablesnapshotrestoration().
    open func disableSnapshotRestoration() { standInIsPictured = false }
    /// Not Apple's: whether AppKit stores a snapshot of it.
    public private(set) var standInIsPictured = true
    // Pages: nswindow/isminiaturized, miniaturize(_:), deminiaturize(_:).
    open private(set) var isMiniaturized = false
    open func miniaturize(_ sender: Any?) {
        isMiniaturized = true
        orderOut(sender)
    }
    open func deminiaturize(_ sender: Any?) {
        (isMiniaturized, isVisible) = (false, true)
        NotificationCenter.default.post(name: Self.didDeminiaturizeNotification, object: self)
    }
    open weak var parent: NSWindow?
    open private(set) var childWindows: [NSWindow]?
    open private(set) var sheets: [NSWindow] = []
    open private(set) weak var sheetParent: NSWindow?
    /// Not Apple's: whether its style has a title bar.
    public var standInHasTitle = false
    open var level: Level = .normal
    open var isReleasedWhenClosed: Bool = true
    open var contentViewController: NSViewController?
    // Pages: nswindow/setframe(_:display:), makekey(), makekeyandorderfront(_:), orderout(_:),
    // addchildwindow(_:ordered:), removechildwindow(_:).
    open func setFrame(_ frameRect: NSRect, display flag: Bool) { frame = frameRect }
    open func makeKey() {
        guard canBecomeKey, isVisible else { return }
        NSApplication.shared.keyWindow = self
        NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
    }
    open func makeKeyAndOrderFront(_ sender: Any?) {
        isVisible = true
        makeKey()
    }
    open func orderOut(_ sender: Any?) {
        isVisible = false
        if isKeyWindow { NSApplication.shared.keyWindow = nil }
    }
    // Page: nswindow/beginsheet(_:completionhandler:): the sheet is shown, and becomes key.
    open func beginSheet(_ sheetWindow: NSWindow, completionHandler handler: (@Sendable (Int) -> Void)? = nil) {
        NotificationCenter.default.post(name: Self.willBeginSheetNotification, object: self)
        sheets.append(sheetWindow)
        sheetWindow.sheetParent = self
        sheetWindow.makeKeyAndOrderFront(nil)
    }
    // Page: nswindow/endsheet(_:).
    open func endSheet(_ sheetWindow: NSWindow) {
        sheets.removeAll { $0 === sheetWindow }
        sheetWindow.sheetParent = nil
        sheetWindow.orderOut(nil)
        NotificationCenter.default.post(name: Self.didEndSheetNotification, object: self)
    }
    // Page: nswindow/close().
    open func close() {
        NotificationCenter.default.post(name: Self.willCloseNotification, object: self)
        orderOut(nil)
    }
    // Page: appkit/nsaccessibilityprotocol/setaccessibilitymodal(_:).
    open func setAccessibilityModal(_ accessibilityModal: Bool) {}
    // A child is visible when its parent is. Whether it has its parent's level is undocumented, so
    // here it does.
    open func addChildWindow(_ childWin: NSWindow, ordered place: OrderingMode) {
        childWin.parent = self
        childWindows = (childWindows ?? []) + [childWin]
        childWin.isVisible = isVisible
        childWin.level = level
    }
    open func removeChildWindow(_ childWin: NSWindow) {
        childWin.parent = nil
        childWindows?.removeAll { $0 === childWin }
    }

    // Pages: nswindow/<name in lower case>.
    public nonisolated class var didResizeNotification: Notification.Name { .init("NSWindowDidResize") }
    public nonisolated class var didBecomeKeyNotification: Notification.Name { .init("NSWindowDidBecomeKey") }
    public nonisolated class var willBeginSheetNotification: Notification.Name { .init("NSWindowWillBeginSheet") }
    public nonisolated class var didEndSheetNotification: Notification.Name { .init("NSWindowDidEndSheet") }
    public nonisolated class var willCloseNotification: Notification.Name { .init("NSWindowWillClose") }
    public nonisolated class var didMoveNotification: Notification.Name { .init("NSWindowDidMove") }
    public nonisolated class var didDeminiaturizeNotification: Notification.Name { .init("NSWindowDidDeminiaturize") }
    public nonisolated class var didChangeOcclusionStateNotification: Notification.Name {
        .init("NSWindowDidChangeOcclusionState")
    }
    public nonisolated class var didEnterFullScreenNotification: Notification.Name {
        .init("NSWindowDidEnterFullScreen")
    }
    public nonisolated class var didExitFullScreenNotification: Notification.Name { .init("NSWindowDidExitFullScreen") }
}

// Pages: appkit/nspanel, nspanel/workswhenmodal; nswindow/hidesondeactivate, true of panels by default.
@MainActor open class NSPanel: NSWindow {
    open var worksWhenModal = false
    open var hidesOnDeactivate = true
}
