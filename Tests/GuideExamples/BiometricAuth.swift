import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode

/// A second look before something delicate: a match that gives an answer, and releases no key.
struct RefundConfirmation {
    enum Answer: Equatable {
        case confirmed
        /// Called off. Say nothing.
        case dismissed
        /// Ask for the passcode, and say this if it is not nil.
        case askForPasscode(String?)
    }

    let biometrics: any BiometricAuthProtocol
    let texts: BiometricTexts

    /// "Face ID", for the button; nil when there is nothing to offer.
    func buttonTitle() async -> String? {
        let type = await biometrics.biometricType
        return type == .none ? nil : type.displayName(in: texts)
    }

    func ask() async -> Answer {
        switch await biometrics.authenticate(reason: "Refund the customer.") {
        case .authenticated: .confirmed
        case .refused(.userFallback): .askForPasscode(nil)
        case .refused(let error) where error.isCancellation: .dismissed
        case .refused(let error): .askForPasscode(error.text(in: texts))
        }
    }
}

/// Opening the app: a match that releases the vault's key. Turning it on takes the passcode.
@MainActor
struct BiometricUnlock {
    let service: PasscodeService

    /// Returns whether they are on. A wrong passcode counts as one at the lock screen does.
    func turnOn(confirming passcode: Passcode) async -> Bool {
        await service.setBiometric(enabled: true, confirming: passcode) == .done
    }

    /// Returns what to tell on the lock screen, which stays there unless the service says that it is unlocked.
    func unlock() async -> String? {
        await service.authenticateWithBiometric().text(in: .english, .english)
    }
}
