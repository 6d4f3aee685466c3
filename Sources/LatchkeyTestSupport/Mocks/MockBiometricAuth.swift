public import LatchkeyBiometrics

/// Biometrics that match by default, record the requests, and fail once when instructed:
/// `await biometrics.failNext(with: .userCanceled)`.
public actor MockBiometricAuth: BiometricAuthProtocol {
    /// One call, with what the prompt would have said.
    public enum Call: Hashable, Sendable {
        /// The kind of biometrics was asked for.
        case status
        /// A match was asked for.
        case authenticate(reason: String)
        /// A match or the device passcode was asked for.
        case authenticateWithBiometricsOrDevicePasscode(reason: String)
    }

    /// All calls so far, failed ones too.
    public private(set) var calls: [Call] = []
    /// What `status` gives; a failure refuses every match too.
    public private(set) var state: Result<BiometricType, BiometricAuthError>
    private var failures = MockFailures<Call, BiometricAuthError>()

    /// A device with this kind of biometrics; `none` is a device without.
    public init(_ type: BiometricType = .faceID) {
        state = type == .none ? .failure(.notAvailable) : .success(type)
    }

    /// Makes the next request for a match fail. Orders queue up.
    public func failNext(with error: BiometricAuthError) { failures.order(error, on: nil) }

    /// Changes what the device can do, such as after a lockout or when the last finger was removed.
    public func setState(_ state: Result<BiometricType, BiometricAuthError>) { self.state = state }

    public func status() async throws(BiometricAuthError) -> BiometricType {
        calls.append(.status)
        return try state.get()
    }

    public var canUseBiometricOrPasscode: Bool { state != .failure(.devicePasscodeNotSet) }

    public func authenticate(reason: String) async -> BiometricOutcome {
        let call = Call.authenticate(reason: reason)
        calls.append(call)
        if case .failure(let error) = state { return .refused(error) }
        return failures.take(for: call).map(BiometricOutcome.refused) ?? .authenticated
    }

    public func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        let call = Call.authenticateWithBiometricsOrDevicePasscode(reason: reason)
        calls.append(call)
        // The device passcode lifts a lockout, and does without biometrics.
        if case .failure(.lockout) = state { state = .success(.other) }
        return failures.take(for: call).map(BiometricOutcome.refused) ?? .authenticated
    }
}
