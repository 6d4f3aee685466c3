/// The transport of requests to the provider.
package protocol ProviderHTTPProtocol: Sendable {
    /// Returns a JSON object with status 200, or for a form also with 400, 401 or 403. Otherwise throws
    /// ``IdentityError/unavailable(_:)``.
    func fetch(_ request: ProviderRequest) async throws(IdentityError) -> ProviderResponse
}
