/// What is wrong with the settings of a provider.
package enum IdentityProviderError: Error, Equatable, Sendable {
    /// No https address with a host and without credentials, query and fragment. Http is taken on the loopback only,
    /// in development.
    case issuer
    /// The client's id is empty, or not of printable ASCII.
    case clientID
    /// There is a secret without a client's id, or an empty one.
    case clientSecret
    /// An audience is empty, or not of printable ASCII.
    case audience
    /// A trusted audience is empty, or not of printable ASCII.
    case trustedAudience
    /// Neither a client's id nor an audience: nobody could sign in.
    case nobody
}
