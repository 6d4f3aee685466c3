public import Foundation
internal import LatchkeyAPI
internal import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySession
public import Observation

/// Deleting the account, after a warning, with the passcode where the account has one.
@MainActor @Observable
public final class DeleteAccountModel {
    /// Whether it is being deleted without a passcode.
    public private(set) var isWorking = false
    /// Why it was not deleted, where no passcode is asked for, or nil.
    public private(set) var message: String?
    /// The dots, the keys and the result of the last attempt, where the passcode is asked for. It deletes the account.
    public let entry: PasscodeEntry

    /// Whether the server demanded a passcode that this device did not know of.
    private var isPasscodeDemanded = false
    @ObservationIgnored private let session: SessionModel
    @ObservationIgnored private let texts: ScreenTexts
    @ObservationIgnored private let now: @Sendable () -> Date
    @ObservationIgnored private let onDeleted: @MainActor () async -> Void

    /// - Parameters:
    ///   - session: Whose account it is.
    ///   - texts: The language.
    ///   - clock: Measures the wait.
    ///   - now: The time of day of the lock's clock.
    ///   - onDeleted: Deletes the app's own files, to which the key is gone by then.
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

    /// Whether the account has a passcode, turned off or not: then ``entry`` confirms, and otherwise ``confirm()``.
    public var asksForPasscode: Bool {
        isPasscodeDemanded || session.user?.hasPasscode ?? session.isPasscodeEnabled
    }
    /// What deleting the account does, as a warning.
    public var warning: String { texts[.deleteAccountWarning] }

    /// Deletes an account without a passcode.
    public func confirm() async {
        guard !isWorking, !asksForPasscode else { return }
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
