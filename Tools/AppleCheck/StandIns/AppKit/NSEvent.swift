import Foundation

// Pages: appkit/nsevent, nsevent/characters, nsevent/modifierflags-swift.property. Its pages give no isolation.
open class NSEvent: NSObject {
    // Page: nsevent/modifierflags-swift.struct; values: NSEvent.h.
    public struct ModifierFlags: OptionSet, Sendable {
        public let rawValue: UInt
        public init(rawValue: UInt) { self.rawValue = rawValue }
        public static var capsLock: Self { Self(rawValue: 1 << 16) }
        public static var shift: Self { Self(rawValue: 1 << 17) }
        public static var control: Self { Self(rawValue: 1 << 18) }
        public static var option: Self { Self(rawValue: 1 << 19) }
        public static var command: Self { Self(rawValue: 1 << 20) }
    }
    // Page: nsevent/eventtypemask; values: NSEvent.h.
    public struct EventTypeMask: OptionSet, Sendable {
        public let rawValue: UInt64
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        public static var leftMouseDown: Self { Self(rawValue: 1 << 1) }
        public static var rightMouseDown: Self { Self(rawValue: 1 << 3) }
        public static var mouseMoved: Self { Self(rawValue: 1 << 5) }
        public static var leftMouseDragged: Self { Self(rawValue: 1 << 6) }
        public static var rightMouseDragged: Self { Self(rawValue: 1 << 7) }
        public static var keyDown: Self { Self(rawValue: 1 << 10) }
        public static var flagsChanged: Self { Self(rawValue: 1 << 12) }
        public static var rotate: Self { Self(rawValue: 1 << 18) }
        public static var scrollWheel: Self { Self(rawValue: 1 << 22) }
        public static var otherMouseDown: Self { Self(rawValue: 1 << 25) }
        public static var otherMouseDragged: Self { Self(rawValue: 1 << 27) }
        public static var magnify: Self { Self(rawValue: 1 << 30) }
        public static var swipe: Self { Self(rawValue: 1 << 31) }
        public static var smartMagnify: Self { Self(rawValue: 1 << 32) }
        public static var pressure: Self { Self(rawValue: 1 << 34) }
    }
    public let characters: String?
    public let modifierFlags: ModifierFlags
    private let type: EventTypeMask

    /// Not Apple's: an action of the user.
    public init(standIn type: EventTypeMask, characters: String? = nil, modifierFlags: ModifierFlags = []) {
        (self.type, self.characters, self.modifierFlags) = (type, characters, modifierFlags)
        super.init()
    }

    // Page: nsevent/addlocalmonitorforevents(matching:handler:).
    open class func addLocalMonitorForEvents(
        matching mask: EventTypeMask, handler block: @escaping (NSEvent) -> NSEvent?
    ) -> Any? {
        monitors.append((mask, block))
        return monitors.count
    }
    /// Called only on the main thread, as events are.
    nonisolated(unsafe) private static var monitors: [(EventTypeMask, (NSEvent) -> NSEvent?)] = []
    /// Not Apple's: sends the event to the app. Returns whether the app receives it.
    @MainActor public func standInSend() -> Bool {
        Self.monitors.filter { $0.0.contains(type) }.allSatisfy { $0.1(self) != nil }
    }
}

// Pages: appkit/nstext, nstext/cut(_:), copy(_:), paste(_:), selectall(_:).
@MainActor open class NSText: NSView {
    /// Not Apple's: the actions that it received.
    public private(set) var standInEdits: [String] = []
    open func cut(_ sender: Any?) { standInEdits.append("cut") }
    open func copy(_ sender: Any?) { standInEdits.append("copy") }
    open func paste(_ sender: Any?) { standInEdits.append("paste") }
    open func selectAll(_ sender: Any?) { standInEdits.append("select all") }
}

// Pages: appkit/nspopover/didshownotification, nspopover/didclosenotification.
@MainActor open class NSPopover: NSResponder {
    public nonisolated class var didShowNotification: Notification.Name { .init("NSPopoverDidShow") }
    public nonisolated class var didCloseNotification: Notification.Name { .init("NSPopoverDidClose") }
}
