import HTTPTypes
import LatchkeyAPI

/// The session that a request was authenticated with: the secret that the request showed, and its session.
struct Authentication: Sendable {
    let credential: Credential
    /// The session as it was when the request came. A write looks it up again in its transaction.
    let caller: Caller
}

/// The secret that a request shows for its session.
struct Credential: Sendable {
    let secret: String
    let transport: SessionTransport

    var digest: String { SessionTokenDigest.of(secret) }
    var kind: SessionToken.Kind { transport == .bearer ? .access : .cookie }
    var subject: Subject { .session(tokenDigest: digest) }
}

extension Credential {
    /// Returns nil without one. The `Authorization` header comes before the cookie.
    init?(in fields: HTTPFields) {
        if let header = fields[.authorization] {
            let parts = header.split(separator: " ", maxSplits: 1)
            let isBearer = parts.first?.lowercased() == "bearer" && parts.count == 2
            self.init(secret: isBearer ? String(parts[1]) : "", transport: .bearer)
        } else if let secret = SessionCookie.value(in: fields) {
            self.init(secret: secret, transport: .cookie)
        } else {
            return nil
        }
    }
}
