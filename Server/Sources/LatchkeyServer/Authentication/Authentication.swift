import HTTPTypes
import LatchkeyAPI

/// The credential of a request, and its session.
struct Authentication: Sendable {
    let credential: Credential
    /// The session at the time of the request. A write reads it again in its transaction.
    let caller: Caller
}

/// The secret with which a request identifies its session.
struct Credential: Sendable {
    let secret: String
    let transport: SessionTransport

    var digest: String { SessionTokenDigest.of(secret) }
    var kind: SessionToken.Kind { transport == .bearer ? .access : .cookie }
    var scope: WriteScope { .session(tokenDigest: digest) }
}

extension Credential {
    /// Returns nil without one. The `Authorization` header precedes the cookie.
    init?(in fields: HTTPFields) {
        if let header = fields.value(of: .authorization) {
            self.init(secret: header.parameter(ofScheme: "bearer") ?? "", transport: .bearer)
        } else if let secret = SessionCookie.value(in: fields) {
            self.init(secret: secret, transport: .cookie)
        } else {
            return nil
        }
    }
}
