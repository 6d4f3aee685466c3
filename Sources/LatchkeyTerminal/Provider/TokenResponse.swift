internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyCore

/// A response of the provider's token endpoint.
enum TokenResponse: Equatable, Sendable, RedactedSecrets {
    case idToken(String)
    /// An error of RFC 6749, 5.2, or RFC 8628, 3.5.
    case error(String)
    /// Any other response.
    case unusable

    private struct Document: Decodable {
        var idToken: String?
        var error: String?
    }

    init(_ response: ProviderHTTP.Response) {
        let document = try? WireFormat.makeDecoder().decode(Document.self, from: response.body)
        switch (response.status, document?.idToken, document?.error) {
        case (200, let token?, _): self = .idToken(token)
        case (400..<500, _, let error?): self = .error(error)
        default: self = .unusable
        }
    }
}
