#if os(macOS)
internal import AppKit

/// An observer of keys, clicks, pointer and trackpad gestures in the app's windows, which still receive these events
/// (<https://developer.apple.com/documentation/appkit/nsevent/addlocalmonitorforevents(matching:handler:)>).
@MainActor
final class ActivityReporter {
    private static let events: NSEvent.EventTypeMask = [
        .keyDown, .flagsChanged, .leftMouseDown, .rightMouseDown, .otherMouseDown, .mouseMoved, .leftMouseDragged,
        .rightMouseDragged, .otherMouseDragged, .scrollWheel, .magnify, .rotate, .swipe, .smartMagnify, .pressure,
    ]

    private var monitor: Any?

    /// Starts reporting, for the lifetime of the process. A second call does nothing.
    func start(_ report: @escaping @MainActor () -> Void) {
        guard monitor == nil else { return }
        monitor = NSEvent.addLocalMonitorForEvents(matching: Self.events) { event in
            report()
            return event
        }
    }
}
#endif
