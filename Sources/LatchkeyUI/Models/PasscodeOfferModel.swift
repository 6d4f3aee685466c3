internal import Foundation
internal import LatchkeyAPI
public import LatchkeyBiometrics
internal import LatchkeyLock
public import LatchkeySession
public import Observation

/// A model for offering a passcode after signing in to an account without one, and if the user declines, biometrics
/// alone.
@MainActor @Observable
public final class PasscodeOfferModel {
    /// The offer that is shown: a passcode, or biometrics alone.
    public enum Step: Sendable, Hashable {
        /// A passcode, or ``PasscodeOfferModel/setUpLater()``.
        case passcode
        /// Biometrics: ``PasscodeOfferModel/useBiometrics()``, or ``PasscodeOfferModel/declineBiometrics()``.
        case biometrics(BiometricType)
    }

    /// The offer that is shown: a passcode, or biometrics alone.
    public private(set) var step = Step.passcode
    /// The result of the last step, or nil.
    public private(set) var message: String?
    /// Whether a response is being processed.
    public private(set) var isWorking = false

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts

    /// Creates a model that offers a passcode.
    ///
    /// - Parameters:
    ///   - session: The session of the signed-in user.
    ///   - texts: The texts in the user's language.
    public init(_ session: SessionModel, texts: ScreenTexts) { (self.session, self.texts) = (session, texts) }

    /// Whether ``setUpLater()`` is allowed. False if the team requires a passcode.
    public var canSetUpLater: Bool { session.canSetUpLater }

    /// The offer, as a question.
    public var title: String {
        switch step {
        case .passcode: texts[session.policy.passcodeRequired ? .setPasscode : .offerTitle]
        case .biometrics(let type): texts[.offerBiometrics, with: type]
        }
    }

    /// The reason for the offer.
    public var reason: String {
        switch step {
        case .passcode: session.policy.passcodeRequired ? texts[.teamRequiresPasscode] : texts[.offerReason]
        case .biometrics: texts[.offerBiometricsOnlyReason]
        }
    }

    /// Calls ``setUpLater()`` if it is allowed, and otherwise ``signInAgain()``.
    public func decline() async {
        if canSetUpLater { await setUpLater() } else { await signInAgain() }
    }

    /// Declines a passcode: offers biometrics if there are any, and otherwise opens the app.
    public func setUpLater() async {
        guard step == .passcode, session.canUseBiometricsOnly else { return await open() }
        step = .biometrics(session.biometricType)
    }

    /// Protects the session by biometrics alone.
    public func useBiometrics() async {
        await work {
            let outcome = await session.useBiometricsOnly()
            // No outcome of this has a delay.
            message = outcome.text(in: texts, now: .distantPast)
        }
    }

    /// Signs in again, for example with another account: the alternative if a passcode is required.
    public func signInAgain() async { await work { await session.signInAgain() } }

    /// Declines biometrics too, and opens the app.
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
