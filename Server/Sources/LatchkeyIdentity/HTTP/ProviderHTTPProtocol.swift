/// Asks a provider.
package protocol ProviderHTTPProtocol: Sendable {
    /// Returns the answer, if it is a JSON object with the status 200, or to a form 400, 401 or 403, by which the
    /// provider says no. Throws ``IdentityError/unavailable(_:)`` for everything else.
    func fetch(_ request: ProviderRequest) async throws(IdentityError) -> ProviderResponse
}
