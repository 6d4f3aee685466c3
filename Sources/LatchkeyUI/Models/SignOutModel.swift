public import LatchkeySession
public import Observation

/// Signing out, which erases what the app keeps on this device: warned of first.
@MainActor @Observable
public final class SignOutModel {
    /// Whether the person is asked whether to erase. For the `isPresented` of an alert, too, which a system dismisses
    /// before or after the action of its button: what hides the question answers nothing, and ``cancel()`` does.
    public var isAsking = false
    /// Whether it is being erased.
    public private(set) var isWorking = false
    /// Why not all could be erased, or nil. ``confirm()`` may be repeated.
    public private(set) var message: String?

    /// Whether the person has read the warning, and not said no.
    @ObservationIgnored private var isWarned = false
    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts

    /// Asks nothing yet.
    ///
    /// - Parameters:
    ///   - session: Whom to sign out.
    ///   - texts: The language.
    public init(_ session: SessionModel, texts: ScreenTexts) { (self.session, self.texts) = (session, texts) }

    /// What signing out does, as a warning.
    public var warning: String { texts[.signOutWarning] }

    /// Shows the warning.
    public func ask() { (isAsking, isWarned, message) = (true, true, nil) }

    /// Does nothing after all.
    public func cancel() { (isAsking, isWarned) = (false, false) }

    /// Signs out and erases. Does nothing unless the warning was shown.
    public func confirm() async {
        guard isWarned, !isWorking else { return }
        isWorking = true
        message = await session.signOut()?.text(in: texts)
        // What was not erased stays asked for.
        (isWorking, isAsking, isWarned) = (false, message != nil, message != nil)
    }
}
