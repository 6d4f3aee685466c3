import LatchkeyBiometrics
import LatchkeyLock
import LatchkeyPasscode

/// A biometric confirmation of a sensitive action. The match releases no key.
struct RefundConfirmation {
    enum Outcome: Equatable {
        case confirmed
        /// The user cancelled. Show no message.
        case dismissed
        /// Prompt for the passcode, and show the message if it is not nil.
        case askForPasscode(String?)
    }

    let biometrics: any BiometricAuthProtocol
    let texts: BiometricTexts

    /// The title of the button, such as "Face ID", or nil if biometrics are unavailable.
    func buttonTitle() async -> String? {
        let type = await biometrics.biometricType
        return type == .none ? nil : type.displayName(in: texts)
    }

    func ask() async -> Outcome {
        switch await biometrics.authenticate(reason: "Refund the customer.") {
        case .authenticated: .confirmed
        case .rejected(.userFallback): .askForPasscode(nil)
        case .rejected(let error) where error.isCancellation: .dismissed
        case .rejected(let error): .askForPasscode(error.text(in: texts))
        }
    }
}

/// Biometric unlock. A match releases the vault's key. Enabling it requires the passcode.
@MainActor
struct BiometricUnlock {
    let service: PasscodeService

    /// Returns whether biometrics are enabled. A wrong passcode is a failed attempt, as on the lock screen.
    func turnOn(confirming passcode: Passcode) async -> Bool {
        await service.setBiometric(enabled: true, confirming: passcode) == .done
    }

    /// Returns a message for the lock screen, or nil. The screen stays until the service is unlocked.
    func unlock() async -> String? {
        await service.authenticateWithBiometric().text(in: .english, .english)
    }
}
