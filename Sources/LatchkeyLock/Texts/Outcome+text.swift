public import Foundation
public import LatchkeyBiometrics
internal import LatchkeyCore
public import LatchkeyPasscode

extension UnlockOutcome {
    /// The text for the user, or nil.
    ///
    /// - Parameters:
    ///   - texts: The texts in the user's language.
    ///   - now: The time of day, for the remaining delay.
    public func text(in texts: LockTexts, now: Date) -> String? {
        text(in: texts, now: now) { $0.text(in: texts) }
    }

    package func text(in texts: LockTexts, now: Date, failure: (LockError) -> String) -> String? {
        switch self {
        case .unlocked, .superseded: nil
        case .wrong(remaining: nil): texts[.wrong]
        case .wrong(let count?): texts[.wrongWithCount, count: count]
        case .wait(let date): texts.wait(date.timeIntervalSince(now))
        case .exhausted: texts[.exhausted]
        case .shut: texts[.deviceShut]
        case .noPasscode: texts[.noPasscode]
        case .failed(let error): failure(error)
        }
    }
}

extension LockTexts {
    /// The message for an attempt that comes too early.
    fileprivate func wait(_ delay: TimeInterval) -> String {
        // Rounded up: "0 seconds" would be wrong.
        self[.wait].replacing("{seconds}", with: String(max(1, Int(delay.rounded(.up)))))
    }
}

extension PasscodeChangeOutcome {
    /// The text for the user, or nil.
    ///
    /// - Parameters:
    ///   - texts: The texts in the user's language.
    ///   - biometrics: The texts on biometrics, in the same language.
    ///   - now: The time of day, for the remaining delay.
    public func text(in texts: LockTexts, _ biometrics: BiometricTexts, now: Date) -> String? {
        text(in: texts, biometrics, now: now) { $0.text(in: texts) }
    }

    package func text(
        in texts: LockTexts, _ biometrics: BiometricTexts, now: Date, failure: (LockError) -> String
    ) -> String? {
        switch self {
        case .done, .notNow, .passcodeNeeded: nil
        case .rejected(let rejection): rejection?.text(in: texts) ?? texts[.rejectedCommon]
        case .reused: texts[.rejectedReused]
        case .notConfirmed(let outcome), .pendingHere(let outcome): outcome.text(in: texts, now: now, failure: failure)
        case .unavailable(let error): error.text(in: biometrics)
        case .failed(let error): failure(error)
        }
    }
}

extension PasscodePolicy.Rejection {
    /// The reason that the passcode was rejected, in two sentences.
    public func text(in texts: LockTexts) -> String {
        switch self {
        case .popular: texts[.rejectedPopular]
        case .repeated: texts[.rejectedRepeated]
        case .run: texts[.rejectedRun]
        case .pairs: texts[.rejectedPairs]
        case .triples: texts[.rejectedTriples]
        case .mirrored: texts[.rejectedMirrored]
        case .keypad: texts[.rejectedKeypad]
        case .year: texts[.rejectedYear]
        }
    }
}

extension BiometricUnlockOutcome {
    /// The text for the user, or nil, as after a cancellation.
    public func text(in texts: LockTexts, _ biometrics: BiometricTexts) -> String? {
        switch self {
        case .unlocked, .cancelled, .passcodeRequested, .superseded, .notPrompted: nil
        case .passcodeNeeded: texts[.passcodeNeeded]
        case .lockedOut: biometrics[.lockout]
        case .unavailable(let error): error.text(in: biometrics)
        case .failed: biometrics[.failed]
        case .notEnabled: texts[.biometricsOff]
        case .exhausted: texts[.exhausted]
        case .unreadable(let error): error.text(in: texts)
        }
    }
}

extension LockError {
    /// The text for the user, in one or two sentences. An error of the session is in the user's language.
    public func text(in texts: LockTexts) -> String {
        switch self {
        case .vault(let error): error.text(in: texts)
        case .session(let error): error.localizedDescription
        }
    }
}

extension VaultError {
    /// The text for the user, in one or two sentences.
    public func text(in texts: LockTexts) -> String {
        switch self {
        case .locked: texts[.locked]
        case .noVault, .noPasscode: texts[.noPasscode]
        case .passcodeNeeded: texts[.passcodeBeforeData]
        case .vaultExists, .passcodeExists, .conflict, .derivationFailed, .cancelled: texts[.notChanged]
        case .noBiometrics: texts[.biometricsOff]
        case .recoveryKeyRejected: texts[.recoveryRejected]
        case .damaged, .excessiveParameters, .counterMissing, .deviceSecretMissing, .deviceSecretChanged,
            .sealingKeyChanged:
            texts[.damaged]
        case .unsupportedVersion: texts[.newerVersion]
        case .installationUnknown, .storage, .deviceSecretUnavailable: texts[.unreadable]
        case .storageInUse: texts[.storageInUse]
        case .unlockServer(.wait(let delay)): texts.wait(delay.timeInterval)
        case .unlockServer(let error): texts[LockText(error)]
        }
    }
}

extension LockText {
    fileprivate init(_ error: UnlockServerError) {
        self =
            switch error {
            case .unreachable: .serverNeeded
            case .wait: .wait
            case .unknownDevice: .deviceUnknown
            case .passcodeChanged: .passcodeChangedElsewhere
            case .passcodeNeeded: .passcodeAgain
            case .locked: .locked
            case .cancelled: .notChanged
            case .shut: .deviceShut
            case .tooManyDevices: .tooManyDevices
            case .broken: .serverBroken
            }
    }
}

extension VaultError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? { text(in: .preferred(from: PreferredLanguages.current)) }
}

extension LockError: LocalizedError {
    /// The error's text in the first of the user's languages that is supported.
    public var errorDescription: String? { text(in: .preferred(from: PreferredLanguages.current)) }
}

extension UnlockServerError: LocalizedError {
    /// The text of the corresponding ``VaultError``.
    public var errorDescription: String? { VaultError.unlockServer(self).errorDescription }
}

extension DeviceSecretError: LocalizedError {
    /// The text of the corresponding ``VaultError``.
    public var errorDescription: String? { VaultError(self).errorDescription }
}

extension HardwareKeyError: LocalizedError {
    /// The text of the corresponding ``DeviceSecretError``.
    public var errorDescription: String? { DeviceSecretError(self).errorDescription }
}
