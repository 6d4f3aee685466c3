internal import Foundation

/// A requirement that the provider authenticates the user again, because the sign-in replaces a reset's email. Someone
/// else may use a browser that has a session at the provider.
struct Reauthentication: Sendable {
    /// The parameters of OpenID Connect Core 1.0, 3.1.2.1.
    static let fields = [("prompt", "login"), ("max_age", "0")]
    /// The allowed difference between the provider's clock and this machine's, in seconds.
    private static let skew = 60.0

    /// The earliest authentication, in seconds since 1970.
    let since: Double

    /// - Parameter moment: The time when the sign-in began.
    init(since moment: Date) { since = moment.timeIntervalSince1970 }

    /// Throws unless the token proves authentication since then (OpenID Connect Core 1.0, 3.1.3.7, rule 13). The
    /// server, which verifies the signature, only requires it within five minutes.
    func check(_ token: String) throws(ProviderSignInError) {
        guard let asked = IDTokenClaims(unverified: token)?.authTime, asked >= since - Self.skew else {
            throw .notReauthenticated
        }
    }
}
