import Foundation

// Pages: uikit/uievent, uievent/eventtype. Without the cases that are not used.
@MainActor open class UIEvent: NSObject {
    public enum EventType: Int, Sendable { case touches = 0, presses = 3, scroll = 10, hover = 11 }
    open private(set) var type: EventType
    /// Not Apple's: the user's action.
    public init(standIn type: EventType) {
        self.type = type
        super.init()
    }
}

// Pages: uigesturerecognizer, uigesturerecognizer/delegate, uitapgesturerecognizer, uihovergesturerecognizer,
// uipangesturerecognizer/allowedscrolltypesmask, uiscrolltypemask. That `init()` is not isolated is looser than Apple.
@MainActor open class UIGestureRecognizer: NSObject {
    public nonisolated override init() { super.init() }
    open weak var delegate: (any UIGestureRecognizerDelegate)?
    /// Not Apple's: the events that it is for. Those of a touch or press are documented; that a delegate is called for
    /// the others too was tried on no device.
    var standInEvents: Set<UIEvent.EventType> { [] }
}
@MainActor open class UITapGestureRecognizer: UIGestureRecognizer {
    override var standInEvents: Set<UIEvent.EventType> { [.touches, .presses] }
}
@MainActor open class UIHoverGestureRecognizer: UIGestureRecognizer {
    override var standInEvents: Set<UIEvent.EventType> { [.hover] }
}
@MainActor open class UIPanGestureRecognizer: UIGestureRecognizer {
    open var allowedScrollTypesMask: UIScrollTypeMask = []
    override var standInEvents: Set<UIEvent.EventType> {
        allowedScrollTypesMask.isEmpty ? [.touches] : [.touches, .scroll]
    }
}
public struct UIScrollTypeMask: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var all: Self { Self(rawValue: 3) }
}

// Page: uigesturerecognizerdelegate. Its methods are optional on Apple; the one that is called here is left.
@MainActor public protocol UIGestureRecognizerDelegate: NSObjectProtocol {
    func gestureRecognizer(_ gestureRecognizer: UIGestureRecognizer, shouldReceive event: UIEvent) -> Bool
}

// Pages: uikit/uitextfield/textdidchangenotification, uitextview/textdidchangenotification.
@MainActor open class UITextField: UIView {
    public nonisolated class var textDidChangeNotification: Notification.Name { .init("UITextFieldTextDidChange") }
}
@MainActor open class UITextView: UIView {
    public nonisolated class var textDidChangeNotification: Notification.Name { .init("UITextViewTextDidChange") }
}
