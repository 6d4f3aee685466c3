public import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySession
public import Observation

/// A model for resetting a forgotten passcode: email address and code, or the team's own login, and then a new passcode
/// twice. Sealed data is kept.
@MainActor @Observable
public final class ResetPasscodeModel {
    /// The input that the reset requests next.
    public enum Step: Sendable, Hashable {
        /// The account's email address.
        case email
        /// The code from the email.
        case code
        /// The new passcode.
        case new
        /// The new passcode again.
        case confirm
        /// The passcode is reset and the app is open. If it is not, ``ResetPasscodeModel/pendingStatus`` has the
        /// reason, and the new passcode unlocks it.
        case done
    }

    /// The input that the reset requests next.
    public private(set) var step = Step.email
    /// The text for the lock screen if the new passcode is set but the app is still locked, with the reason if it is
    /// known. Otherwise nil.
    public private(set) var pendingStatus: String?
    /// Whether an email is being requested.
    public private(set) var isWorking = false
    /// Whether the server resets by email; nil until ``load()`` has requested it. With a ``TeamLogin``, the email
    /// address is requested only if it does.
    public private(set) var offersEmail: Bool?
    /// The account's email address, which a screen may fill in.
    public var email: String
    /// The passcode entry, with the result of the last step.
    public let entry: PasscodeEntry
    /// The login that replaces the email; nil if only an email resets.
    public let login: TeamLogin?

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let deviceName: String?
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private var proof: SignInProof?
    @ObservationIgnored private var choice: NewPasscode

    /// Creates a model that requests the email address.
    ///
    /// - Parameters:
    ///   - session: The session whose passcode was forgotten.
    ///   - texts: The texts in the user's language.
    ///   - deviceName: A name of at most 40 printable characters for the account's list of sessions.
    ///   - login: The login that replaces the email.
    ///   - clock: Measures delays.
    ///   - now: The time of day.
    public init(
        _ session: SessionModel, texts: ScreenTexts, deviceName: String? = nil, login: TeamLogin? = nil,
        clock: some Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.session, self.texts, self.deviceName, self.now) = (session, texts, deviceName, now)
        self.login = login
        email = session.user?.email ?? ""
        choice = NewPasscode(policy: session.passcodePolicy)
        entry = PasscodeEntry(session, texts: texts, clock: clock, now: now)
        entry.onPasscode = { [weak self] in self?.take($0) ?? .taken }
    }

    /// Whether to offer an email: always without a login.
    public var showsEmail: Bool { login == nil || offersEmail == true }

    /// The title of the current step.
    public var title: String {
        switch step {
        case .email where !showsEmail: texts[.forgotPasscode]
        case .email: texts[.enterEmailForReset]
        case .code: texts.fill(.enterResetCode, "{email}", with: email)
        case .new: texts[.chooseNewPasscode]
        case .confirm: texts[.confirmNewPasscode]
        case .done: texts[.passcodeIsSet]
        }
    }

    /// The text about the last step, or nil.
    public var status: String? { entry.status }

    /// Reads from the server whether it resets passcodes by email.
    public func load() async { offersEmail = await session.offersEmail() }

    /// Requests the email. May be repeated: a new code invalidates the previous one.
    public func requestCode() async {
        guard !isWorking else { return }
        guard let address = EmailAddress(email) else { return entry.setMessage(texts[.emailMalformed]) }
        (email, isWorking) = (address.text, true)
        entry.setMessage(nil)
        do {
            try await session.requestPasscodeReset(email: email)
            step = .code
        } catch {
            entry.setMessage(error.text(in: texts))
        }
        isWorking = false
    }

    /// Accepts the code or the link from the email. The server verifies it together with the new passcode.
    public func submit(code text: String) {
        guard step == .code else { return }
        guard let proof = SignInProof(typed: text, email: email) else { return entry.setMessage(texts[.codeMalformed]) }
        (self.proof, step) = (proof, .new)
        entry.setMessage(nil)
    }

    /// Authenticates the user by the team's own login, instead of the email. The server verifies its token together
    /// with the new passcode, within five minutes. Does nothing if the user cancels.
    public func beginByLogin() async {
        if let login { await begin(by: login) }
    }

    /// Authenticates the user by this login; otherwise like ``beginByLogin()``.
    public func begin(by login: TeamLogin) async {
        guard step == .email, !isWorking else { return }
        isWorking = true
        entry.setMessage(nil)
        do {
            if let token = try await login.token(true) { (proof, step) = (token, .new) }
        } catch is CancellationError {
        } catch {
            entry.setMessage(texts[.signInRejected])
        }
        isWorking = false
    }

    /// Starts over, and forgets the proof and the new passcode.
    public func restart() {
        entry.restart()
        choice.forgetAll()
        (proof, pendingStatus, step) = (nil, nil, .email)
    }

    private func take(_ passcode: Passcode) -> PasscodeEntry.Reply {
        switch step {
        case .new:
            if let rejection = choice.take(passcode) { return .finished(rejection) }
            step = .confirm
            return .taken
        case .confirm:
            guard let new = choice.confirm(passcode) else {
                step = .new
                return .differs
            }
            return .changing { [self] in await reset(to: new) }
        case .email, .code, .done: return .taken
        }
    }

    private func reset(to new: Passcode) async -> PasscodeChangeOutcome {
        guard let proof else { return .notNow }
        let outcome = await session.resetPasscode(with: proof, to: new, deviceName: deviceName)
        switch outcome {
        case .done, .pendingHere:
            choice.forgetAll()
            if case .pendingHere = outcome {
                pendingStatus = outcome.text(in: texts, now: now()) ?? texts[.passcodeReset]
            }
            step = .done
        case .rejected, .reused: step = .new
        // Wrong or already used: another email may be requested.
        case .failed(.api(.invalidCode)): (step, self.proof) = (.code, nil)
        // It is single-use, and expires after five minutes.
        case .failed(.api(.invalidToken)): (step, self.proof) = (.email, nil)
        default: break
        }
        return outcome
    }
}
