public import LatchkeyBiometrics

/// The rules of every implementation of biometrics, whatever device and user do.
public struct BiometricAuthContract: Sendable {
    private let make: @Sendable () async throws -> any BiometricAuthProtocol

    /// Creates a contract for the implementation.
    ///
    /// - Parameter make: Returns the implementation. Its prompts, if any, may have any outcome.
    public init(_ make: @escaping @Sendable () async throws -> any BiometricAuthProtocol) { self.make = make }

    /// Verifies each rule. Throws ``ContractViolation`` for the first broken one.
    public func verify() async throws {
        try await typeIsNoneExactlyWithAReason(make())
        try await unavailableMatchFailsWithTheStatusReason(make())
    }

    private func typeIsNoneExactlyWithAReason(_ biometrics: some BiometricAuthProtocol) async throws {
        let rule = ContractRule("status never returns .none: it throws the reason, and the type is .none")
        switch await status(of: biometrics) {
        case .success(let type):
            try rule.require(type != .none, "none")
            try rule.requireEqual(await biometrics.biometricType, type)
            try rule.requireEqual(await biometrics.isAvailable, true)
        case .failure:
            try rule.requireEqual(await biometrics.biometricType, .none)
            try rule.requireEqual(await biometrics.isAvailable, false)
        }
    }

    private func unavailableMatchFailsWithTheStatusReason(_ biometrics: some BiometricAuthProtocol) async throws {
        let rule = ContractRule("if status throws a reason, a match fails with the same reason")
        guard case .failure(let reason) = await status(of: biometrics) else { return }
        try rule.requireEqual(await biometrics.authenticate(reason: "Contract"), .rejected(reason))
    }

    private func status(of biometrics: some BiometricAuthProtocol) async -> Result<BiometricType, BiometricAuthError> {
        do throws(BiometricAuthError) {
            return .success(try await biometrics.status())
        } catch {
            return .failure(error)
        }
    }
}
