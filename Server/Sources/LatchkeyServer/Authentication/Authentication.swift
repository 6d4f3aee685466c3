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
        if let header = fields[.authorization] {
            // By bytes, which takes a tenth of the time of characters.
            let parts = header.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).map { String(Substring($0)) }
            let isBearer = parts.first?.lowercased() == "bearer" && parts.count == 2
            self.init(secret: isBearer ? parts[1] : "", transport: .bearer)
        } else if let secret = SessionCookie.value(in: fields) {
            self.init(secret: secret, transport: .cookie)
        } else {
            return nil
        }
    }
}
