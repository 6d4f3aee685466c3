public import LatchkeyBiometrics

/// Biometrics that match by default, record the requests, and fail once when instructed:
/// `await biometrics.failNext(with: .userCanceled)`.
public actor MockBiometricAuth: BiometricAuthProtocol {
    /// A call, with the text of the prompt.
    public enum Call: Hashable, Sendable {
        /// A call of `status`.
        case status
        /// A request for a match.
        case authenticate(reason: String)
        /// A request for a match or the device passcode.
        case authenticateWithBiometricsOrDevicePasscode(reason: String)
    }

    /// All calls so far, including failed ones.
    public private(set) var calls: [Call] = []
    /// The result of `status`. With a failure, every match fails too.
    public private(set) var state: Result<BiometricType, BiometricAuthError>
    private var failures = MockFailures<Call, BiometricAuthError>()

    /// Creates a mock of a device.
    ///
    /// - Parameter type: The kind of biometrics; `none` is a device without.
    public init(_ type: BiometricType = .faceID) {
        state = type == .none ? .failure(.notAvailable) : .success(type)
    }

    /// Makes the next match fail. Calls queue up.
    public func failNext(with error: BiometricAuthError) { failures.order(error, on: nil) }

    /// Changes the device's state, for example to a lockout or to no enrolled finger.
    public func setState(_ state: Result<BiometricType, BiometricAuthError>) { self.state = state }

    public func status() async throws(BiometricAuthError) -> BiometricType {
        calls.append(.status)
        return try state.get()
    }

    public var canUseBiometricOrPasscode: Bool { state != .failure(.devicePasscodeNotSet) }

    public func authenticate(reason: String) async -> BiometricOutcome {
        let call = Call.authenticate(reason: reason)
        calls.append(call)
        if case .failure(let error) = state { return .rejected(error) }
        return failures.take(for: call).map(BiometricOutcome.rejected) ?? .authenticated
    }

    public func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        let call = Call.authenticateWithBiometricsOrDevicePasscode(reason: reason)
        calls.append(call)
        // The device passcode ends a lockout, and works without biometrics.
        if case .failure(.lockout) = state { state = .success(.other) }
        return failures.take(for: call).map(BiometricOutcome.rejected) ?? .authenticated
    }
}
