#if os(macOS)
public import LatchkeySession
public import SwiftUI

extension SessionView {
    /// Shows the session's screens, or the content while someone is signed in. For the settings' window, too.
    ///
    /// - Parameters:
    ///   - session: Who is signed in. It is started by the first of its views.
    ///   - cover: When content is covered before the app locks.
    ///   - content: The app.
    public init(
        _ session: SessionModel, cover: LockCoverPolicy = .whenHiddenOrLocked,
        @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(session, options: LockOptions(cover), content: content)
    }
}
#endif
