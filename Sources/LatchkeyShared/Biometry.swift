import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import Observation

/// The device's biometrics, with the last status at hand for code that cannot wait.
///
/// The status is read at launch, each time the app becomes active, and before each prompt.
@MainActor @Observable
final class Biometry {
    /// The kind that is available, or why none is.
    private(set) var status = Result<BiometricType, BiometricAuthError>.failure(.notAvailable)
    /// Whether biometrics or the device's own passcode can be asked for.
    private(set) var canUseBiometricOrPasscode = false

    @ObservationIgnored private let biometrics: any BiometricAuthProtocol
    @ObservationIgnored private let lock: LatchkeyLock.PasscodeService
    @ObservationIgnored private let launch: Task<Void, Never>

    init(
        _ biometrics: any BiometricAuthProtocol, under lock: LatchkeyLock.PasscodeService, launch: Task<Void, Never>
    ) {
        (self.biometrics, self.lock, self.launch) = (biometrics, lock, launch)
    }

    /// The kind that is available now, or `none`.
    var kind: BiometricType { (try? status.get()) ?? .none }

    /// Reads the status now, and each time the app becomes active.
    func follow(_ lifecycle: AppLifecycleManager) {
        lifecycle.onActive { [weak self] in await self?.refresh() }
        Task { await refresh() }
    }

    /// Reads the status.
    func refresh() async {
        do throws(BiometricAuthError) { status = .success(try await biometrics.status()) } catch {
            status = .failure(error)
        }
        canUseBiometricOrPasscode = await biometrics.canUseBiometricOrPasscode
    }

    /// Asks for a match. While the app is locked only the lock asks: the outcome is then `systemCanceled`.
    func match(reason: String) async -> BiometricOutcome {
        await prompt { await $0.authenticate(reason: reason) }
    }

    /// Asks for a match or the device's own passcode, under the same condition.
    func matchOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await prompt { await $0.authenticateWithBiometricsOrDevicePasscode(reason: reason) }
    }

    private func prompt(
        _ ask: @escaping @MainActor @Sendable (any BiometricAuthProtocol) async -> BiometricOutcome
    ) async -> BiometricOutcome {
        // Until then the lock does not know whether the app may ask.
        await launch.value
        let biometrics = biometrics
        let outcome = await lock.prompt { await ask(biometrics) }
        // After a lockout, for example, the status is another one.
        await refresh()
        return outcome ?? .refused(.systemCanceled)
    }
}
