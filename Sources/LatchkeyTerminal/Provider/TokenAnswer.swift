internal import Foundation
internal import LatchkeyAPI
internal import LatchkeyCore

/// What the provider's token endpoint has answered.
enum TokenAnswer: Equatable, Sendable, RedactedSecrets {
    case idToken(String)
    /// One of the errors of RFC 6749, 5.2, or RFC 8628, 3.5.
    case error(String)
    /// Neither.
    case unusable

    private struct Document: Decodable {
        var idToken: String?
        var error: String?
    }

    init(_ answer: ProviderHTTP.Answer) {
        let document = try? WireFormat.makeDecoder().decode(Document.self, from: answer.body)
        switch (answer.status, document?.idToken, document?.error) {
        case (200, let token?, _): self = .idToken(token)
        case (400..<500, _, let error?): self = .error(error)
        default: self = .unusable
        }
    }
}
