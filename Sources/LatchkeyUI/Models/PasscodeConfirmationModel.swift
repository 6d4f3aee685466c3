public import Foundation
internal import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySession
public import Observation

/// A model for verifying the passcode on the server while the app is open. It follows a call that was rejected because
/// the last verification is too old.
@MainActor @Observable
public final class PasscodeConfirmationModel {
    /// Whether the server has verified the passcode.
    public private(set) var isConfirmed = false
    /// The entry of the passcode, with the result of the last attempt.
    public let entry: PasscodeEntry
    /// The reason that the passcode is requested, or nil.
    public let reason: String?

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts

    /// Creates the model of a confirmation.
    ///
    /// - Parameters:
    ///   - session: The session of the passcode.
    ///   - reason: The reason for the request, as a full sentence, or nil.
    ///   - texts: The texts in the user's language.
    ///   - clock: Measures the delay.
    ///   - now: The time of day of the lock's clock.
    public init(
        _ session: SessionModel, reason: String? = nil, texts: ScreenTexts,
        clock: some Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.session, self.reason, self.texts) = (session, reason, texts)
        entry = PasscodeEntry(session, texts: texts, clock: clock, now: now)
        entry.onPasscode = { [weak self] passcode in
            .unlocking { [weak self] in await self?.confirm(passcode) ?? .superseded }
        }
    }

    /// The title of the screen, which names the requested input.
    public var title: String { texts[.enterPasscode] }

    /// Whether there is a passcode. If not, as with biometrics alone, ``problem`` is set.
    public var requiresPasscode: Bool { session.isPasscodeEnabled }

    /// The reason that no confirmation is possible, or nil.
    public var problem: String? { requiresPasscode ? nil : texts.lock[.noPasscode] }

    private func confirm(_ passcode: Passcode) async -> UnlockOutcome {
        let outcome = await session.confirmPasscode(passcode)
        if outcome == .unlocked { isConfirmed = true }
        return outcome
    }
}
