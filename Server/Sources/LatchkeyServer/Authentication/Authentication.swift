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
