#if canImport(UIKit) && canImport(SwiftUI)
internal import UIKit

/// An observer of touches and typed text in the app's windows, which still receive these events.
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

    /// Reports the window's touches, for the lifetime of this object. A second call does nothing.
    func watch(_ window: UIWindow) {
        guard window.gestureRecognizers?.contains(where: { $0.delegate === self }) != true else { return }
        let recognizer = UITapGestureRecognizer()
        recognizer.delegate = self
        window.addGestureRecognizer(recognizer)
    }

    /// Reports the touch without passing it to the recognizer, which recognizes nothing
    /// (<https://developer.apple.com/documentation/uikit/uigesturerecognizerdelegate/gesturerecognizer(_:shouldreceive:)-16fuh>).
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool {
        report()
        return false
    }
}
#endif
