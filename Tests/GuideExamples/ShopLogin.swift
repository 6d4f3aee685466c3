import Foundation
import LatchkeyAPI
import LatchkeyUI

/// Signs in at the shop's own backend. An app with the SDK of an OpenID provider calls that instead.
struct ShopLogin: Sendable {
    /// The response of the backend.
    private nonisolated struct Response: Decodable {
        let idToken: String

        enum CodingKeys: String, CodingKey { case idToken = "id_token" }
    }

    /// The backend returned no token.
    struct Failure: Error {}

    /// Returns a new ID token of the user. `max_age=0` requires a new sign-in first.
    let address: URL
    let transport: any HTTPTransport

    /// The sign-in for `.teamLogin(_:)` on `SessionView`.
    var teamLogin: TeamLogin {
        TeamLogin(name: "Repair Shop") { try await idToken(reauthenticates: $0) }
    }

    /// Returns a new ID token, or nil if the user cancelled.
    func idToken(reauthenticates: Bool) async throws -> SignInProof? {
        let url = reauthenticates ? address.appending(queryItems: [URLQueryItem(name: "max_age", value: "0")]) : address
        let response = try await transport.send(TransportRequest(method: .get, url: url, timeout: .seconds(60)))
        switch response.status {
        case 200: return .idToken(try JSONDecoder().decode(Response.self, from: response.body).idToken)
        case 204: return nil
        default: throw Failure()
        }
    }
}
