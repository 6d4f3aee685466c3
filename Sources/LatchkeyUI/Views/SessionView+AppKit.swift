#if os(macOS)
public import LatchkeySession
public import SwiftUI

extension SessionView {
    /// Shows the session's screens, or the content while a user is signed in. Also for the settings window.
    ///
    /// - Parameters:
    ///   - session: The session. The first of its views starts it.
    ///   - cover: The policy for covering content before the app locks.
    ///   - content: The app's content.
    public init(
        _ session: SessionModel, cover: LockCoverPolicy = .whenHiddenOrLocked,
        @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(session, options: LockOptions(cover), content: content)
    }
}
#endif
