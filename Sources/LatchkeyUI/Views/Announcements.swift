#if canImport(SwiftUI)
internal import Accessibility
internal import SwiftUI

extension View {
    /// Announces the text to a screen reader whenever it changes.
    func announces(_ text: String?) -> some View {
        onChange(of: text) { _, text in
            if let text { AccessibilityNotification.Announcement(text).post() }
        }
    }

    /// Announces the changes of the screen to a screen reader.
    func announces(_ screen: Announcement) -> some View {
        onChange(of: screen) { old, new in
            if let news = new.changes(since: old) { AccessibilityNotification.Announcement(news).post() }
        }
    }

    /// Announces a new screen to a screen reader when this view appears.
    func announcesItself() -> some View { onAppear { AccessibilityNotification.ScreenChanged().post() } }
}
#endif
