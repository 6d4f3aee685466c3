import Foundation
import LatchkeyAPI
import LatchkeySession

extension SessionModel {
    /// Reads from a server behind the same sign-in. Throws `.locked` while the app is.
    func load(_ url: URL, over network: some HTTPTransport) async throws(SessionError) -> Data {
        try await perform { token async throws(APIError) in
            let headers = ["Authorization": "Bearer \(token)"]
            let request = TransportRequest(method: .get, url: url, headers: headers, timeout: .seconds(10))
            guard let answer = try? await network.send(request) else { throw .offline }
            // The token is renewed, and this runs once more.
            if answer.status == 401 { throw .unauthenticated }
            return answer.body
        }
    }
}
