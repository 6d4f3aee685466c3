import Foundation
import LatchkeyAPI
import LatchkeySession

extension SessionModel {
    /// What a server of the app's own answered, in the place of what was asked for.
    nonisolated struct Refused: Error {
        let status: Int
    }

    /// Reads from a server behind the same sign-in.
    ///
    /// Throws `SessionError`, `.locked` while the app is, `.api(.passcodeTooOld(maxAge:))` when the server wants the
    /// passcode given again; `HTTPTransportError` when there is no answer, `.cancelled` with the task; or `Refused`.
    func load(_ url: URL, over network: some HTTPTransport = URLSessionTransport()) async throws -> Data {
        try await perform { token in
            let headers = ["Authorization": "Bearer \(token)"]
            let request = TransportRequest(method: .get, url: url, headers: headers, timeout: .seconds(10))
            let answer = try await network.send(request)
            switch answer.status {
            case 200..<300: return answer.body
            // Without the challenge that asks for the passcode the token is renewed, and this runs once more. A session
            // that was idle is opened by that, too.
            case 401: throw APIError(challenge: answer.header("WWW-Authenticate")) ?? .unauthenticated
            case 423: throw APIError.locked
            default: throw Refused(status: answer.status)
            }
        }
    }
}
