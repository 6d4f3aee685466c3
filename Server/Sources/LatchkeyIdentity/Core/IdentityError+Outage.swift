extension IdentityError {
    /// The reason why a request to the provider failed.
    package enum Outage: Equatable, Sendable {
        /// The connection failed; the name of the error.
        case unreachable(String)
        /// The response was not complete within the deadline.
        case deadline
        /// The response is a redirect, which is not followed.
        case redirect
        case status(Int)
        /// The response exceeds the size limit.
        case tooLarge
        /// The response is not a JSON object, or has another content type.
        case notJSON
        /// A document has a missing or invalid member, with this name.
        case document(String)
        /// The provider's document names a different issuer.
        case issuer
        /// The provider has no key that can verify a signature.
        case keys
        /// The token names an unknown key, and the keys were fetched too recently to fetch them again. A retry is
        /// allowed after this time.
        case requestedRecently(again: Duration)
        /// The provider rejects this client's ID, secret or authentication method.
        case client
        /// The provider reports an internal error.
        case provider
    }
}
