#if canImport(SwiftUI)
internal import Accessibility
internal import SwiftUI

extension View {
    /// Has a screen reader say the text by itself whenever it changes.
    func announces(_ text: String?) -> some View {
        onChange(of: text) { _, text in
            if let text { AccessibilityNotification.Announcement(text).post() }
        }
    }

    /// Has a screen reader say by itself what is new on the screen.
    func announces(_ screen: Announcement) -> some View {
        onChange(of: screen) { old, new in
            if let news = new.changes(since: old) { AccessibilityNotification.Announcement(news).post() }
        }
    }

    /// Tells a screen reader, as this appears, that it is another screen.
    func announcesItself() -> some View { onAppear { AccessibilityNotification.ScreenChanged().post() } }
}
#endif
