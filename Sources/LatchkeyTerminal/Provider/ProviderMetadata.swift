internal import Foundation
internal import LatchkeyAPI

/// The metadata of a provider (OpenID Connect Discovery 1.0, 3).
struct ProviderMetadata: Equatable, Sendable {
    /// The issuer in its responses.
    let issuer: String
    let authorization: ProviderAddress?
    let token: ProviderAddress
    /// The device authorization endpoint; nil if the provider does not support codes for another device (RFC 8628, 4).
    let device: ProviderAddress?
    /// Whether its responses contain the issuer (RFC 9207, 3).
    let namesIssuer: Bool

    private struct Document: Decodable {
        var issuer: String
        var authorizationEndpoint: String?
        var tokenEndpoint: String
        var deviceAuthorizationEndpoint: String?
        var authorizationResponseIssParameterSupported: Bool?
    }

    /// Requests a provider's metadata. Throws for an invalid one.
    static func load(
        from issuer: String, by http: ProviderHTTP
    ) async throws(ProviderSignInError) -> ProviderMetadata {
        // A trailing slash of the issuer is omitted (4.1).
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        guard let address = ProviderAddress(base + "/.well-known/openid-configuration") else { throw .unreachable }
        let response = try await http.get(address)
        guard response.status == 200,
            let document = try? WireFormat.makeDecoder().decode(Document.self, from: response.body),
            // Compared byte by byte: it identifies tokens.
            document.issuer.utf8.elementsEqual(issuer.utf8), let token = ProviderAddress(document.tokenEndpoint)
        else { throw .unreachable }
        return ProviderMetadata(
            issuer: issuer, authorization: document.authorizationEndpoint.flatMap { ProviderAddress($0) },
            token: token,
            device: document.deviceAuthorizationEndpoint.flatMap { ProviderAddress($0) },
            namesIssuer: document.authorizationResponseIssParameterSupported == true)
    }
}
