internal import Foundation
internal import LatchkeyAPI
public import LatchkeyBiometrics
internal import LatchkeyLock
public import LatchkeySession
public import Observation

/// The offer after signing in to an account without a passcode: a passcode, and if the user declines, biometrics alone
/// (requirement 03), where the device has them.
@MainActor @Observable
public final class PasscodeOfferModel {
    /// What is offered.
    public enum Step: Sendable, Hashable {
        /// A passcode, or ``PasscodeOfferModel/setUpLater()``.
        case passcode
        /// ``PasscodeOfferModel/useBiometrics()``, or ``PasscodeOfferModel/declineBiometrics()``.
        case biometrics(BiometricType)
    }

    /// What is offered.
    public private(set) var step = Step.passcode
    /// The result of the last step, or nil.
    public private(set) var message: String?
    /// Whether an answer is being carried out.
    public private(set) var isWorking = false

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts

    /// Offers a passcode.
    ///
    /// - Parameters:
    ///   - session: Who has signed in.
    ///   - texts: The language.
    public init(_ session: SessionModel, texts: ScreenTexts) { (self.session, self.texts) = (session, texts) }

    /// Whether ``setUpLater()`` is a choice: not where the team requires a passcode.
    public var canSetUpLater: Bool { session.canSetUpLater }

    /// What is offered, as a question.
    public var title: String {
        switch step {
        case .passcode: texts[session.policy.passcodeRequired ? .setPasscode : .offerTitle]
        case .biometrics(let type):
            texts[.offerBiometrics].replacing("{biometrics}", with: type.displayName(in: texts.biometrics))
        }
    }

    /// Why.
    public var reason: String {
        switch step {
        case .passcode: session.policy.passcodeRequired ? texts[.teamRequiresPasscode] : texts[.offerReason]
        case .biometrics: texts[.offerBiometricsOnlyReason]
        }
    }

    /// ``setUpLater()`` where that is a choice, and otherwise ``signInAgain()``.
    public func decline() async {
        if canSetUpLater { await setUpLater() } else { await signInAgain() }
    }

    /// Wants no passcode: offers biometrics where there are any, and otherwise opens the app.
    public func setUpLater() async {
        guard step == .passcode, session.canUseBiometricsOnly else { return await open() }
        step = .biometrics(session.biometricType)
    }

    /// Lets biometrics alone keep the session.
    public func useBiometrics() async {
        await work {
            let outcome = await session.useBiometricsOnly()
            // No outcome of this waits for a time.
            message = outcome.text(in: texts, now: .distantPast)
        }
    }

    /// Signs in again, with another account for example: the way out where a passcode is required.
    public func signInAgain() async { await work { await session.signInAgain() } }

    /// Wants neither: opens the app.
    public func declineBiometrics() async {
        session.declineBiometrics()
        await open()
    }

    private func open() async { await work { message = await session.setUpLater()?.text(in: texts) } }

    private func work(_ body: () async -> Void) async {
        guard !isWorking else { return }
        (isWorking, message) = (true, nil)
        await body()
        isWorking = false
    }
}
