public import LatchkeySession
public import Observation

/// A model for signing out, which erases the app's data on this device after a warning.
@MainActor @Observable
public final class SignOutModel {
    /// Whether the warning is shown. It can be the `isPresented` of an alert, which a system dismisses before or after
    /// its button's action. Hiding the warning is not a response; ``cancel()`` is.
    public var isAsking = false
    /// Whether the sign-out is in progress.
    public private(set) var isWorking = false
    /// The reason that not everything could be erased, or nil. ``confirm()`` may be repeated.
    public private(set) var message: String?

    /// Whether the warning was shown and not declined.
    @ObservationIgnored private var isWarned = false
    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts

    /// Creates a model without a warning shown.
    ///
    /// - Parameters:
    ///   - session: The session to sign out.
    ///   - texts: The texts in the user's language.
    public init(_ session: SessionModel, texts: ScreenTexts) { (self.session, self.texts) = (session, texts) }

    /// The warning about the sign-out.
    public var warning: String { texts[.signOutWarning] }

    /// Shows the warning, which ``confirm()`` requires.
    public func ask() { (isAsking, isWarned, message) = (true, true, nil) }

    /// Hides the warning: the user stays signed in.
    public func cancel() { (isAsking, isWarned) = (false, false) }

    /// Signs out and erases the data. Does nothing unless the warning was shown.
    public func confirm() async {
        guard isWarned, !isWorking else { return }
        isWorking = true
        message = await session.signOut()?.text(in: texts)
        // After a failure the warning stays, so that the user can repeat it.
        (isWorking, isAsking, isWarned) = (false, message != nil, message != nil)
    }
}
