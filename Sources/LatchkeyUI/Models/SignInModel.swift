internal import LatchkeyAPI
public import LatchkeySession
public import Observation

/// Signing in: by mail, the address and then the code that came; or by the team's own login.
@MainActor @Observable
public final class SignInModel {
    /// What is asked for.
    public enum Step: Sendable, Hashable {
        /// The address.
        case email
        /// The code from the mail.
        case code
        /// Whether to erase another account's data on this device.
        case otherAccount
    }

    /// What is asked for.
    public private(set) var step = Step.email
    /// What to tell about the last step, or nil.
    public private(set) var message: String?
    /// Whether the server is being asked.
    public private(set) var isWorking = false
    /// Whether the server signs in by mail; nil until it was asked by ``load()``. Beside a ``TeamLogin`` the address is
    /// asked for only where it does.
    public private(set) var offersMail: Bool?
    /// The address that the code was mailed to; a screen may fill it in.
    public var email: String

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let deviceName: String?

    /// Asks for the address.
    ///
    /// - Parameters:
    ///   - session: Whom to sign in.
    ///   - texts: The language.
    ///   - email: The address to begin with.
    ///   - deviceName: A name of at most 40 printable characters for the account's list of sessions.
    public init(_ session: SessionModel, texts: ScreenTexts, email: String = "", deviceName: String? = nil) {
        (self.session, self.texts, self.email, self.deviceName) = (session, texts, email, deviceName)
    }

    /// Why the user is asked to sign in, until the first step; otherwise nil.
    public var notice: String? { message == nil && step != .otherAccount ? session.notice?.text(in: texts) : nil }

    /// Whether the address is asked for: always without a login of the team's.
    public func showsMail(beside login: TeamLogin?) -> Bool { login == nil || offersMail == true }

    /// Asks the server whether it signs in by mail.
    public func load() async { offersMail = await session.offersMail() }

    /// Asks for the mail. May be repeated: the newer code ends the older one.
    public func requestCode() async {
        guard let address = MailAddress(email) else { return message = texts[.emailMalformed] }
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

    /// Signs in with the code or the link from the mail.
    public func submit(_ text: String) async {
        guard let proof = MailedProof(typed: text, email: email) else { return message = texts[.codeMalformed] }
        await work { take(await session.signIn(with: proof, deviceName: deviceName)) }
    }

    /// Signs in by the team's own login. Nothing happens when the person cancels there.
    public func signIn(by login: TeamLogin) async {
        await work {
            let token: SubjectToken?
            do {
                token = try await login.token(false)
            } catch is CancellationError {
                return
            } catch {
                return message = texts[.signInRefused]
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

    /// Erases what another account has left here. Signing in then takes a new mail, or the team's login again.
    public func eraseOtherAccount() async {
        guard step == .otherAccount else { return }
        await work {
            if let error = await session.signOut() { message = error.text(in: texts) } else { step = .email }
        }
    }

    /// Goes back to the address.
    public func restart() { (step, message) = (.email, nil) }

    private func work(_ body: () async -> Void) async {
        guard !isWorking else { return }
        (isWorking, message) = (true, nil)
        await body()
        isWorking = false
    }
}
