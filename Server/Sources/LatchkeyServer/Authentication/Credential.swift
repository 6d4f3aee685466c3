import LatchkeyAPI

/// The secret that a request shows for its session.
struct Credential: Sendable {
    let secret: String
    let transport: SessionTransport

    var digest: String { SessionTokenDigest.of(secret) }
    var kind: SessionToken.Kind { transport == .bearer ? .access : .cookie }
}
