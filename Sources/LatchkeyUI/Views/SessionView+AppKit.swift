#if os(macOS)
public import LatchkeySession
public import SwiftUI

extension SessionView {
    /// Shows the session's screens, or the content while someone is signed in. For the settings' window, too.
    ///
    /// - Parameters:
    ///   - session: Who is signed in. It is started by the first of its views.
    ///   - cover: When content is covered before the app locks.
    ///   - hidesFromRecording: Whether the window is left out of recordings and shared screens, locked or not.
    ///   - content: The app.
    public init(
        _ session: SessionModel, cover: LockCoverPolicy = .whenHiddenOrLocked, hidesFromRecording: Bool = false,
        @ViewBuilder content: @escaping () -> Content
    ) {
        let options = LockOptions(cover, hidesFromRecording: hidesFromRecording)
        self.init(session, options: options, content: content)
    }
}
#endif
