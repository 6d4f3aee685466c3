#if canImport(UIKit) && canImport(SwiftUI)
internal import UIKit

/// An observer of touches, the pointer, scrolling, key presses and typed text in the app's windows, which still receive
/// these events. UIKit may not offer every key press to a recognizer.
@MainActor
final class ActivityReporter: NSObject, UIGestureRecognizerDelegate {
    private let report: @MainActor () -> Void
    private let observers = NotificationObservers()

    init(_ report: @escaping @MainActor () -> Void) {
        self.report = report
        super.init()
        // The keyboard is in a separate window.
        for name in [UITextField.textDidChangeNotification, UITextView.textDidChangeNotification] {
            observers.observe(name) { [weak self] _ in self?.report() }
        }
    }

    /// Reports the window's events, for the lifetime of this object. A second call does nothing.
    func watch(_ window: UIWindow) {
        guard window.gestureRecognizers?.contains(where: { $0.delegate === self }) != true else { return }
        // A trackpad scrolls without a touch
        // (<https://developer.apple.com/documentation/uikit/uipangesturerecognizer/allowedscrolltypesmask>).
        let scrolling = UIPanGestureRecognizer()
        scrolling.allowedScrollTypesMask = .all
        for recognizer in [UITapGestureRecognizer(), UIHoverGestureRecognizer(), scrolling] {
            recognizer.delegate = self
            window.addGestureRecognizer(recognizer)
        }
    }

    /// Reports the event without passing it to the recognizer, which recognizes nothing. Called before each touch and
    /// press (<https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate/gesturerecognizer(_:shouldreceive:)-evxd>).
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool {
        report()
        return false
    }
}
#endif
