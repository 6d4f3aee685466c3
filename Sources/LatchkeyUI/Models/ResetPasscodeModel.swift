public import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySession
public import Observation

/// Resetting a forgotten passcode: the address and the code from the mail, or the team's own login in their place, and
/// a new passcode twice. Sealed data is kept.
@MainActor @Observable
public final class ResetPasscodeModel {
    /// What is asked for.
    public enum Step: Sendable, Hashable {
        /// The address of the account.
        case email
        /// The code from the mail.
        case code
        /// The new passcode.
        case new
        /// The new passcode again.
        case confirm
        /// The passcode is reset and the app is open. If it is not, ``ResetPasscodeModel/pendingStatus`` says why, and
        /// the new passcode opens it.
        case done
    }

    private enum Proof {
        case mailed(MailedProof)
        case token(SubjectToken)
    }

    /// What is asked for.
    public private(set) var step = Step.email
    /// What the lock screen says when the new passcode is set and the app is still locked: why, if that is known.
    /// Otherwise nil.
    public private(set) var pendingStatus: String?
    /// Whether the server is being asked for a mail.
    public private(set) var isWorking = false
    /// Whether the server resets by mail; nil until it was asked by ``load()``. Beside a ``TeamLogin`` the address is
    /// asked for only where it does.
    public private(set) var offersMail: Bool?
    /// The address of the account; a screen may fill it in.
    public var email: String
    /// The dots, the keys and the result of the last step.
    public let entry: PasscodeEntry
    /// What may stand for the mail; nil where only a mail resets.
    public let login: TeamLogin?

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let deviceName: String?
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private var proof: Proof?
    @ObservationIgnored private var choice: NewPasscode

    /// Asks for the address.
    ///
    /// - Parameters:
    ///   - session: Whose passcode was forgotten.
    ///   - texts: The language.
    ///   - deviceName: A name of at most 40 printable characters for the account's list of sessions.
    ///   - login: What may stand for the mail.
    ///   - clock: Measures waits.
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

    /// Whether a mail is offered: always where nothing stands for it.
    public var showsMail: Bool { login == nil || offersMail == true }

    /// What to ask for.
    public var title: String {
        switch step {
        case .email where !showsMail: texts[.forgotPasscode]
        case .email: texts[.enterEmailForReset]
        case .code: texts[.enterResetCode].replacing("{email}", with: email)
        case .new: texts[.chooseNewPasscode]
        case .confirm: texts[.confirmNewPasscode]
        case .done: texts[.passcodeIsSet]
        }
    }

    /// What to tell about the last step, or nil.
    public var status: String? { entry.status }

    /// Asks the server whether it resets by mail.
    public func load() async { offersMail = await session.offersMail() }

    /// Asks for the mail. May be repeated: the newer code ends the older one.
    public func requestCode() async {
        guard !isWorking else { return }
        guard let address = MailAddress(email) else { return entry.tell(texts[.emailMalformed]) }
        (email, isWorking) = (address.text, true)
        entry.tell(nil)
        do {
            try await session.requestPasscodeReset(email: email)
            step = .code
        } catch {
            entry.tell(error.text(in: texts))
        }
        isWorking = false
    }

    /// Takes the code or the link from the mail. The server checks it together with the new passcode.
    public func submit(code text: String) {
        guard step == .code else { return }
        guard let proof = MailedProof(typed: text, email: email) else { return entry.tell(texts[.codeMalformed]) }
        (self.proof, step) = (.mailed(proof), .new)
        entry.tell(nil)
    }

    /// Has the team's own login ask the person, in place of the mail. The server checks its token together with the new
    /// passcode, within five minutes. Nothing happens when the person cancels there.
    public func beginByLogin() async {
        if let login { await begin(by: login) }
    }

    /// Has this login ask the person, in place of the mail; otherwise as ``beginByLogin()``.
    public func begin(by login: TeamLogin) async {
        guard step == .email, !isWorking else { return }
        isWorking = true
        entry.tell(nil)
        do {
            if let token = try await login.token(true) { (proof, step) = (.token(token), .new) }
        } catch is CancellationError {
        } catch {
            entry.tell(texts[.signInRefused])
        }
        isWorking = false
    }

    private func take(_ passcode: Passcode) -> PasscodeEntry.Reply {
        switch step {
        case .new:
            if let refusal = choice.take(passcode) { return .answered(refusal) }
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
        let outcome =
            switch proof {
            case .mailed(let proof): await session.resetPasscode(with: proof, to: new, deviceName: deviceName)
            case .token(let token): await session.resetPasscode(with: token, to: new, deviceName: deviceName)
            }
        switch outcome {
        case .done, .pendingHere:
            choice.forgetAll()
            if case .pendingHere = outcome {
                pendingStatus = outcome.text(in: texts, now: now()) ?? texts[.passcodeReset]
            }
            step = .done
        case .refused, .reused: step = .new
        // Wrong or used up: another mail may be asked for.
        case .failed(.api(.invalidCode)): (step, self.proof) = (.code, nil)
        // It counts once, and for five minutes.
        case .failed(.api(.invalidToken)): (step, self.proof) = (.email, nil)
        default: break
        }
        return outcome
    }
}
