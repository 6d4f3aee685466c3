/// What the keychain asks of `kSecUseAuthenticationContext`; the stand-in of LocalAuthentication makes `LAContext` one.
public protocol AuthenticationContext: AnyObject {
    var localizedReason: String { get }
    var interactionNotAllowed: Bool { get }
    var wasInvalidated: Bool { get }
    /// What its evaluation proved.
    var hasProvedBiometry: Bool { get }
    var hasProvedPasscode: Bool { get }
}
