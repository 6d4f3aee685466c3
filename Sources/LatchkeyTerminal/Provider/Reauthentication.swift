internal import Foundation

/// A sign-in for which the provider has to ask the person again, since it stands for a reset's mail: whoever sits at a
/// browser that the provider knows need not be who signed in there.
struct Reauthentication: Sendable {
    /// OpenID Connect Core 1.0, 3.1.2.1.
    static let fields = [("prompt", "login"), ("max_age", "0")]
    /// How far the provider's clock may be from this machine's, in seconds.
    private static let skew = 60.0

    /// In seconds since 1970.
    let since: Double

    /// - Parameter moment: When the sign-in began.
    init(since moment: Date) { since = moment.timeIntervalSince1970 }

    /// Throws unless the token says that the person was asked since then (OpenID Connect Core 1.0, 3.1.3.7, rule 13).
    /// The server, which checks the signature, only knows that it was within five minutes.
    func check(_ token: String) throws(ProviderSignInError) {
        guard let asked = IDTokenClaims(unverified: token)?.authTime, asked >= since - Self.skew else {
            throw .notAskedAgain
        }
    }
}
