#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
import Foundation
import LatchkeyAPI
import LatchkeyUI

/// Where an app that has a login already plugs it in. This one asks its own backend, in which the person has signed in;
/// an app with the SDK of an OpenID provider calls that instead.
struct ShopLogin: Sendable {
    /// What the backend answers.
    private struct Answer: Decodable {
        let idToken: String

        enum CodingKeys: String, CodingKey { case idToken = "id_token" }
    }

    /// The backend gave no token.
    struct Failure: Error {}

    /// Answers with a new ID token of the person. With `max_age=0` it has them sign in again first.
    let address: URL
    let transport: any HTTPTransport

    /// For the screens that sign in and reset.
    var teamLogin: TeamLogin {
        TeamLogin(name: NSLocalizedString("Repair Shop", comment: "")) { try await idToken(asksAgain: $0) }
    }

    /// Returns a new ID token, or nil when the person has cancelled.
    func idToken(asksAgain: Bool) async throws -> SubjectToken? {
        let url = asksAgain ? address.appending(queryItems: [URLQueryItem(name: "max_age", value: "0")]) : address
        let response = try await transport.send(TransportRequest(method: .get, url: url, timeout: .seconds(60)))
        switch response.status {
        case 200: return .idToken(try JSONDecoder().decode(Answer.self, from: response.body).idToken)
        case 204: return nil
        default: throw Failure()
        }
    }
}
#endif
