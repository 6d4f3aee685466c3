internal import LatchkeyAPI
internal import LatchkeyBiometrics
public import LatchkeyLock
internal import LatchkeyPasscode
public import LatchkeySession

extension PasscodeAnswer {
    /// What to tell the user, or nil when there is nothing to tell, or a wait to be counted down.
    public func text(in texts: ScreenTexts) -> String? {
        switch self {
        case .accepted, .overtaken, .wait: nil
        case .wrong(remaining: nil): texts.lock.wrong
        case .wrong(remaining: 1): texts.lock.wrongWithOneLeft
        case .wrong(let count?): texts.lock.wrongWithCount.replacing("{count}", with: String(count))
        case .refused(let refusal): texts[refusal.map(ScreenText.init) ?? .refusedCommon]
        case .reused: texts[.refusedReused]
        case .differs: texts[.passcodesDiffer]
        case .exhausted: texts.lock.exhausted
        case .resetRequired: texts[.resetRequired]
        case .formerPasscodeNeeded: texts[.formerPasscodeNeeded]
        case .offline: texts[.offline]
        case .signedOut: texts[.sessionEnded]
        case .unavailable(let error): error.text(in: texts.biometrics)
        case .failed(let error): error.text(in: texts)
        }
    }
}

extension SessionError {
    /// One or two sentences for the user.
    public func text(in texts: ScreenTexts) -> String {
        switch self {
        case .signedOut: texts[.signedOut]
        case .ended: texts[.sessionEnded]
        case .locked: texts.lock.locked
        case .otherAccount: texts[.otherAccount]
        case .vault(let error): error.text(in: texts.lock)
        case .storage, .turns: texts[.storageTrouble]
        case .api(.offline), .api(.connectionLost), .api(.timedOut), .api(.transportFailed): texts[.offline]
        case .api(.insecureConnection): texts[.insecureConnection]
        case .api(.tooManyAttempts): texts[.tooManyRequests]
        case .api(.invalidCode): texts[.codeWrong]
        case .api(.passcodeResetRequired): texts[.resetRequired]
        case .api: texts[.serverTrouble]
        }
    }
}

extension SessionModel.Notice {
    /// One or two sentences for the user.
    public func text(in texts: ScreenTexts) -> String {
        switch self {
        case .sessionEnded: texts[.sessionEnded]
        case .passcodeChanged: texts[.passcodeChanged]
        case .passcodeNeeded: texts[.passcodeNeeded]
        case .passcodeReset: texts[.passcodeReset]
        }
    }
}

extension LockTimeout {
    /// The name to show.
    public func name(in texts: ScreenTexts) -> String {
        switch self {
        case .immediately: texts[.timeoutImmediately]
        case .oneMinute: texts[.timeoutOneMinute]
        case .oneHour: texts[.timeoutOneHour]
        case .fiveMinutes, .fifteenMinutes, .thirtyMinutes:
            texts[.timeoutMinutes].replacing("{count}", with: String(rawValue))
        }
    }
}

extension ScreenText {
    init(_ refusal: PasscodePolicy.Refusal) {
        self =
            switch refusal {
            case .popular: .refusedPopular
            case .repeated: .refusedRepeated
            case .run: .refusedRun
            case .pairs: .refusedPairs
            case .triples: .refusedTriples
            case .mirrored: .refusedMirrored
            case .keypad: .refusedKeypad
            case .year: .refusedYear
            }
    }
}
