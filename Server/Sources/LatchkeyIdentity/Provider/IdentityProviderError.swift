/// The reason why the settings of a provider are invalid.
package enum IdentityProviderError: Error, Equatable, Sendable {
    /// Not an https URL with a host and without credentials, query and fragment. Http is allowed only in development,
    /// on the loopback interface.
    case issuer
    /// The client ID is empty or not printable ASCII.
    case clientID
    /// A secret without a client ID, or an empty secret.
    case clientSecret
    /// An audience is empty or not printable ASCII.
    case audience
    /// A trusted audience is empty or not printable ASCII.
    case trustedAudience
    /// Neither a client ID nor an audience: no one could sign in.
    case noClient
}
