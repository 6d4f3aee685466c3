public import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySession
public import Observation

/// A model for deleting the account, after a warning, with the passcode if the account has one.
@MainActor @Observable
public final class DeleteAccountModel {
    /// Whether an account without a passcode is being deleted.
    public private(set) var isWorking = false
    /// The reason that an account without a passcode was not deleted, or nil.
    public private(set) var message: String?
    /// The passcode entry, which deletes the account.
    public let entry: PasscodeEntry

    /// Whether the server required a passcode that this device does not know.
    private var isPasscodeDemanded = false
    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private let onDeleted: @MainActor () async -> Void

    /// Creates the model of the account's deletion.
    ///
    /// - Parameters:
    ///   - session: The account's session.
    ///   - texts: The texts in the user's language.
    ///   - clock: Measures the delay.
    ///   - now: The time of day of the lock's clock.
    ///   - onDeleted: Deletes the app's own files, whose key no longer exists.
    public init(
        _ session: SessionModel, texts: ScreenTexts, clock: some Clock<Duration> = ContinuousClock(),
        now: @escaping @Sendable () -> Date = { Date() }, onDeleted: @escaping @MainActor () async -> Void
    ) {
        (self.session, self.texts, self.now, self.onDeleted) = (session, texts, now, onDeleted)
        entry = PasscodeEntry(session, texts: texts, clock: clock, now: now)
        entry.onPasscode = { [weak self] passcode in
            .changing { [weak self] in await self?.delete(confirming: passcode) ?? .notNow }
        }
    }

    /// Whether the account has a passcode, enabled or not. If so, ``entry`` confirms the deletion, and otherwise
    /// ``confirm()``.
    public var requiresPasscode: Bool {
        isPasscodeDemanded || session.user?.hasPasscode ?? session.isPasscodeEnabled
    }
    /// The warning about the deletion.
    public var warning: String { texts[.deleteAccountWarning] }

    /// Deletes an account without a passcode.
    public func confirm() async {
        guard !isWorking, !requiresPasscode else { return }
        (isWorking, message) = (true, nil)
        let outcome = await delete(confirming: nil)
        isPasscodeDemanded = outcome == .passcodeNeeded
        message = isPasscodeDemanded ? nil : outcome.text(in: texts, now: now())
        isWorking = false
    }

    private func delete(confirming passcode: Passcode?) async -> PasscodeChangeOutcome {
        do {
            try await session.deleteAccount(confirming: passcode)
        } catch {
            return PasscodeChangeOutcome(error, now: now())
        }
        await onDeleted()
        return .done
    }
}
