import LatchkeyLock
import Observation

/// The onboarding: an introduction and the choice of a passcode, at each launch until a passcode is set.
@MainActor @Observable
final class OnboardingModel {
    enum Step {
        /// The lock has not read its stored state.
        case loading
        case introduction
        case passcode
        case done
    }

    /// Whether to offer biometrics next to the new passcode.
    var offersBiometrics = false
    @ObservationIgnored let lock: PasscodeService
    private var chosen: Step?

    init(_ lock: PasscodeService) { self.lock = lock }

    var step: Step {
        if let chosen { return chosen }
        return switch lock.protection {
        case nil: .loading
        case .absent: .introduction
        default: .done
        }
    }

    func choosePasscode() { chosen = .passcode }

    /// Ends the onboarding: the passcode is set or postponed.
    func end() {
        chosen = .done
        offersBiometrics = lock.isPasscodeEnabled
    }
}
