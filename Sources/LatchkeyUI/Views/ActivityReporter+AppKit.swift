#if os(macOS)
internal import AppKit

/// Reports keys, clicks, scrolling and the pointer in the app's windows, and leaves them to the app
/// (<https://developer.apple.com/documentation/appkit/nsevent/addlocalmonitorforevents(matching:handler:)>).
@MainActor
final class ActivityReporter {
    private static let events: NSEvent.EventTypeMask = [
        .keyDown, .leftMouseDown, .rightMouseDown, .otherMouseDown, .mouseMoved, .scrollWheel,
    ]

    private var monitor: Any?

    /// Reports from now on, for as long as the process lives. A second call does nothing.
    func start(_ report: @escaping @MainActor () -> Void) {
        guard monitor == nil else { return }
        monitor = NSEvent.addLocalMonitorForEvents(matching: Self.events) { event in
            report()
            return event
        }
    }
}
#endif
