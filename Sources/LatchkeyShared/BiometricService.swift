internal import LatchkeyBiometrics

/// The device's biometrics, without the device passcode.
///
/// Synchronous values are from the last check, at launch, each return to the app and each prompt.
@MainActor
public final class BiometricService {
    /// The service of this process. Traps before ``Latchkey/configure(_:reason:policy:afterTenFailures:legacy:)``.
    public static var shared: BiometricService { Latchkey.current.biometricService }

    let biometry: Biometry
    private let reason: String

    init(_ biometry: Biometry, reason: String) { (self.biometry, self.reason) = (biometry, reason) }

    /// The display name of the biometrics in English.
    public var biometryDisplayName: String { biometry.kind.displayName }

    /// Returns whether biometrics are available.
    public func canUseBiometrics() -> Bool { biometry.kind != .none }

    /// Requests a match, and returns true. Throws the reason that there was none.
    ///
    /// - Parameter reason: The text of the prompt, as a full sentence; nil for the text of `Latchkey.configure`.
    @discardableResult
    public func authenticate(reason: String? = nil) async throws(BiometricError) -> Bool {
        switch await biometry.match(reason: reason ?? self.reason) {
        case .authenticated: return true
        case .rejected(let error): throw BiometricError(error)
        }
    }
}
