public import Foundation
internal import LatchkeyBiometrics
public import LatchkeyLock
public import LatchkeySession

extension UnlockOutcome {
    /// The text for the user, or nil.
    ///
    /// - Parameters:
    ///   - texts: The texts in the user's language.
    ///   - now: The time of day, for the remaining delay.
    public func text(in texts: ScreenTexts, now: Date) -> String? {
        text(in: texts.lock, now: now) { $0.text(in: texts) }
    }
}

extension PasscodeChangeOutcome {
    /// The text for the user, or nil.
    ///
    /// - Parameters:
    ///   - texts: The texts in the user's language.
    ///   - now: The time of day, for the remaining delay.
    public func text(in texts: ScreenTexts, now: Date) -> String? {
        text(in: texts.lock, texts.biometrics, now: now) { $0.text(in: texts) }
    }
}

extension LockError {
    /// The text for the user, in one or two sentences.
    public func text(in texts: ScreenTexts) -> String {
        sessionError?.text(in: texts) ?? text(in: texts.lock)
    }
}

extension SessionError {
    /// The text for the user, in one or two sentences.
    public func text(in texts: ScreenTexts) -> String { text(in: texts.session, texts.lock) }
}

extension SessionNotice {
    /// The text for the user, in up to three sentences.
    public func text(in texts: ScreenTexts) -> String {
        switch self {
        case .sessionEnded: texts[.sessionEnded]
        case .deviceShut: texts.lock[.deviceShut]
        case .passcodeChanged: texts[.passcodeChanged]
        case .passcodeNeeded: texts[.passcodeNeeded]
        case .passcodeReset: texts[.passcodeReset]
        case .tooManyDevices: texts[.opensWithoutServer] + " " + texts.lock[.tooManyDevices]
        }
    }
}

extension LockTimeout {
    /// The name for users.
    public func name(in texts: ScreenTexts) -> String {
        switch self {
        case .immediately: texts[.timeoutImmediately]
        case .oneHour: texts[.timeoutOneHour]
        case .oneMinute, .fiveMinutes, .fifteenMinutes, .thirtyMinutes: texts[.timeoutMinutes, count: rawValue]
        }
    }
}
