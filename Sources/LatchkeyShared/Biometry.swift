import LatchkeyBiometrics
import LatchkeyLifecycle
import LatchkeyLock
import Observation

/// The device's biometrics, with the last status for synchronous code.
///
/// The status is read at launch, each time the app becomes active, and before each prompt.
@MainActor @Observable
final class Biometry {
    /// The available kind, or the reason that none is available.
    private(set) var status = Result<BiometricType, BiometricAuthError>.failure(.notAvailable)
    /// Whether biometrics or the device passcode are available.
    private(set) var canUseBiometricOrPasscode = false

    @ObservationIgnored private let biometrics: any BiometricAuthProtocol
    @ObservationIgnored private let lock: LatchkeyLock.PasscodeService
    @ObservationIgnored private let launch: Task<Void, Never>

    init(
        _ biometrics: any BiometricAuthProtocol, under lock: LatchkeyLock.PasscodeService, launch: Task<Void, Never>
    ) {
        (self.biometrics, self.lock, self.launch) = (biometrics, lock, launch)
    }

    /// The available kind, or `none`.
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

    /// Requests a match. While the app is locked only the lock prompts: the outcome is then `systemCanceled`.
    func match(reason: String) async -> BiometricOutcome {
        await prompt { [biometrics] in await biometrics.authenticate(reason: reason) } ?? .rejected(.systemCanceled)
    }

    /// Requests a match or the device passcode, under the same condition.
    func matchOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await prompt { [biometrics] in await biometrics.authenticateWithBiometricsOrDevicePasscode(reason: reason) }
            ?? .rejected(.systemCanceled)
    }

    /// Shows a prompt of the app, or returns nil without a prompt while the app is locked.
    func prompt<Value: Sendable>(_ ask: @escaping @MainActor @Sendable () async -> Value) async -> Value? {
        // Until then the lock does not know whether the app may prompt.
        await launch.value
        let result = await lock.prompt(ask)
        // The status may change, for example after a lockout.
        await refresh()
        return result
    }
}
