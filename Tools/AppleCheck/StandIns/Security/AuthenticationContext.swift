/// The keychain's view of `kSecUseAuthenticationContext`. LocalAuthentication's stand-in conforms `LAContext` to it.
public protocol AuthenticationContext: AnyObject {
    var localizedReason: String { get }
    var interactionNotAllowed: Bool { get }
    var wasInvalidated: Bool { get }
    /// The result of its evaluation.
    var hasProvedBiometry: Bool { get }
    var hasProvedPasscode: Bool { get }
}
