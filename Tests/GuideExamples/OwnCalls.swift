import Foundation
import LatchkeyAPI
import LatchkeySession

extension SessionModel {
    /// The server returned a status other than success.
    nonisolated struct Rejected: Error {
        let status: Int
    }

    /// Reads from your own server, which accepts the session's access tokens.
    ///
    /// Throws `SessionError`: `.locked` while the app is locked, `.api(.passcodeTooOld(maxAge:))` if the server
    /// requires the passcode again. Throws `HTTPTransportError` if there is no response, or `Rejected`.
    func load(_ url: URL, over network: some HTTPTransport = URLSessionTransport()) async throws -> Data {
        try await perform { token in
            let headers = ["Authorization": "Bearer \(token)"]
            let request = TransportRequest(method: .get, url: url, headers: headers, timeout: .seconds(10))
            let response = try await network.send(request)
            switch response.status {
            case 200..<300: return response.body
            // Unless the challenge requires the passcode, `perform` refreshes the token, which also resumes an idle
            // session, and retries once.
            case 401: throw APIError(challenge: response.header("WWW-Authenticate")) ?? .unauthenticated
            case 423: throw APIError.locked
            default: throw Rejected(status: response.status)
            }
        }
    }
}
