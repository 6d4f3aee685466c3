import LatchkeyLock
import Observation

/// The first steps: an introduction and the choice of a passcode, at each launch until there is one.
@MainActor @Observable
final class OnboardingModel {
    enum Step {
        /// The lock has not read what is stored.
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

    /// The passcode is set, or put off.
    func end() {
        chosen = .done
        offersBiometrics = lock.isPasscodeEnabled
    }
}
