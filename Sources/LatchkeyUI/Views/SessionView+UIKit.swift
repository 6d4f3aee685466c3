#if canImport(UIKit) && canImport(SwiftUI)
public import LatchkeySession
public import SwiftUI

@available(iOSApplicationExtension, unavailable)
extension SessionView {
    /// Shows the session's screens, or the content while a user is signed in.
    ///
    /// - Parameters:
    ///   - session: The session. The first of its views starts it.
    ///   - hidesFromRecording: Whether content is covered while the screen is recorded, mirrored or sent elsewhere.
    ///   - content: The app's content.
    public init(
        _ session: SessionModel, hidesFromRecording: Bool = false, @ViewBuilder content: @escaping () -> Content
    ) {
        let options = LockOptions(hidesFromRecording: hidesFromRecording)
        self.init(session, options: options, content: content)
    }
}
#endif
