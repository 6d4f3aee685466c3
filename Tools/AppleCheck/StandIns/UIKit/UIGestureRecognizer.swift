import Foundation

// Pages: uikit/uitouch, uigesturerecognizer, uigesturerecognizer/delegate, uitapgesturerecognizer. That `init()` is not
// isolated is looser than Apple.
@MainActor open class UITouch: NSObject {
    public nonisolated override init() { super.init() }
}
@MainActor open class UIGestureRecognizer: NSObject {
    public nonisolated override init() { super.init() }
    open weak var delegate: (any UIGestureRecognizerDelegate)?
}
@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {}

// Page: uigesturerecognizerdelegate. Its methods are optional on Apple; the one that is called here is left.
@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch) -> Bool
}

// Pages: uikit/uitextfield/textdidchangenotification, uitextview/textdidchangenotification.
@MainActor open class UITextField: UIView {
    public nonisolated class var textDidChangeNotification: Notification.Name { .init("UITextFieldTextDidChange") }
}
@MainActor open class UITextView: UIView {
    public nonisolated class var textDidChangeNotification: Notification.Name { .init("UITextViewTextDidChange") }
}
