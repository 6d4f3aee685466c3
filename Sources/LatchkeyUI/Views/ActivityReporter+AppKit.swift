#if os(macOS)
internal import AppKit

/// An observer of keys, clicks, scrolling and the pointer in the app's windows, which still receive these events
/// (<https://developer.apple.com/documentation/appkit/nsevent/addlocalmonitorforevents(matching:handler:)>).
@MainActor
final class ActivityReporter {
    private static let events: NSEvent.EventTypeMask = [
        .keyDown, .leftMouseDown, .rightMouseDown, .otherMouseDown, .mouseMoved, .scrollWheel,
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
