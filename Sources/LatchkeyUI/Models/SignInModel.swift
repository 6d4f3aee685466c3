internal import LatchkeyAPI
public import LatchkeySession
public import Observation

/// A model for signing in, by email address and code, or by the team's own login.
@MainActor @Observable
public final class SignInModel {
    /// The input that the sign-in requests next.
    public enum Step: Sendable, Hashable {
        /// The email address.
        case email
        /// The code from the email.
        case code
        /// The decision whether to erase another account's data on this device.
        case otherAccount
    }

    /// The input that the sign-in requests next.
    public private(set) var step = Step.email
    /// The text about the last step, or nil.
    public private(set) var message: String?
    /// Whether a request is in progress.
    public private(set) var isWorking = false
    /// Whether the server signs in by email; nil until ``load()`` has requested it. With a ``TeamLogin``, the email
    /// address is requested only if it does.
    public private(set) var offersEmail: Bool?
    /// The email address of the code, which a screen may fill in.
    public var email: String

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let deviceName: String?

    /// Creates a model that requests the email address.
    ///
    /// - Parameters:
    ///   - session: The session to sign in.
    ///   - texts: The texts in the user's language.
    ///   - email: The initial email address.
    ///   - deviceName: A name of at most 40 printable characters for the account's list of sessions.
    public init(_ session: SessionModel, texts: ScreenTexts, email: String = "", deviceName: String? = nil) {
        (self.session, self.texts, self.email, self.deviceName) = (session, texts, email, deviceName)
    }

    /// The reason that the user must sign in, until the first step; otherwise nil.
    public var notice: String? { message == nil && step != .otherAccount ? session.notice?.text(in: texts) : nil }

    /// Whether to request the email address: always without a login.
    public func showsEmail(with login: TeamLogin?) -> Bool { login == nil || offersEmail == true }

    /// Reads from the server whether users sign in by email.
    public func load() async { offersEmail = await session.offersEmail() }

    /// Requests the email. May be repeated: a new code invalidates the previous one.
    public func requestCode() async {
        guard let address = EmailAddress(email) else { return message = texts[.emailMalformed] }
        email = address.text
        await work {
            do throws(SessionError) {
                try await session.requestMagicLink(email: email)
                step = .code
            } catch {
                message = error.text(in: texts)
            }
        }
    }

    /// Signs in with the code or the link from the email.
    public func submit(_ text: String) async {
        guard let proof = SignInProof(typed: text, email: email) else { return message = texts[.codeMalformed] }
        await work { take(await session.signIn(with: proof, deviceName: deviceName)) }
    }

    /// Signs in by the team's own login. Does nothing if the user cancels.
    public func signIn(by login: TeamLogin) async {
        await work {
            let token: SignInProof?
            do {
                token = try await login.token(false)
            } catch is CancellationError {
                return
            } catch {
                return message = texts[.signInRejected]
            }
            if let token { take(await session.signIn(with: token, deviceName: deviceName)) }
        }
    }

    private func take(_ outcome: SignInOutcome) {
        switch outcome {
        case .signedIn, .alreadySignedIn: step = .email
        case .otherAccount: step = .otherAccount
        case .failed(let error): message = error.text(in: texts)
        }
    }

    /// Erases another account's data on this device. Signing in then requires a new email or the team's login again.
    public func eraseOtherAccount() async {
        guard step == .otherAccount else { return }
        await work {
            if let error = await session.signOut() { message = error.text(in: texts) } else { step = .email }
        }
    }

    /// Returns to the email address.
    public func restart() { (step, message) = (.email, nil) }

    private func work(_ body: () async -> Void) async {
        guard !isWorking else { return }
        (isWorking, message) = (true, nil)
        await body()
        isWorking = false
    }
}
