// Pages: accessibility/accessibilitynotification/announcement, …/screenchanged, …/post(). SwiftUI does not export this
// module.
@available(iOS 17.0, macOS 14.0, *)
public enum AccessibilityNotification {
    public struct Announcement {
        public init(_ announcement: String) {}
        public func post() {}
    }
    public struct ScreenChanged {
        public init(_ element: Any? = nil) {}
        public func post() {}
    }
}
