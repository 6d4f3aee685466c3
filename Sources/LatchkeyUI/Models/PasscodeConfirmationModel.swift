public import Foundation
internal import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySession
public import Observation

/// Giving the passcode to the server while the app is open: for a call that was refused because the passcode was given
/// too long ago.
@MainActor @Observable
public final class PasscodeConfirmationModel {
    /// Whether the server has taken the passcode.
    public private(set) var isConfirmed = false
    /// The dots, the keys and the result of the last attempt.
    public let entry: PasscodeEntry
    /// Why the passcode is asked for, or nil.
    public let reason: String?

    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts

    /// - Parameters:
    ///   - session: Whose passcode is asked for.
    ///   - reason: Why, as a full sentence; nil to say nothing.
    ///   - texts: The language.
    ///   - clock: Measures the wait.
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

    /// What to ask for.
    public var title: String { texts[.enterPasscode] }

    /// Whether there is a passcode to give. Where there is none, as beside biometrics alone, ``problem`` says so.
    public var asksForPasscode: Bool { session.isPasscodeEnabled }

    /// Why nothing can be confirmed, or nil.
    public var problem: String? { asksForPasscode ? nil : texts.lock[.noPasscode] }

    private func confirm(_ passcode: Passcode) async -> UnlockOutcome {
        let outcome = await session.confirmPasscode(passcode)
        if outcome == .unlocked { isConfirmed = true }
        return outcome
    }
}
