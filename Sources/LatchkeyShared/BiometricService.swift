internal import LatchkeyBiometrics

/// Biometrics, as the biometric session's document writes them down.
///
/// What does not wait is as of the last check, which launch, each return to the app and each prompt make.
@MainActor
public final class BiometricService {
    /// The service of this process. Traps before ``Latchkey/configure(_:reason:policy:afterTenFailures:legacy:)``.
    public static var shared: BiometricService { Latchkey.current.biometricService }

    let biometry: Biometry
    private let reason: String

    init(_ biometry: Biometry, reason: String) { (self.biometry, self.reason) = (biometry, reason) }

    /// The name of the biometrics, to show in English.
    public var biometryDisplayName: String { biometry.kind.displayName }

    /// Returns whether biometrics are available.
    public func canUseBiometrics() -> Bool { biometry.kind != .none }

    /// Asks for a match, and returns true. Throws why there was none.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence; nil for that of `Latchkey.configure`.
    @discardableResult
    public func authenticate(reason: String? = nil) async throws(BiometricError) -> Bool {
        switch await biometry.match(reason: reason ?? self.reason) {
        case .authenticated: return true
        case .refused(let error): throw BiometricError(error)
        }
    }
}
