/// The session that a request came with, as it was looked up for the request.
struct Asker: Sendable {
    let credential: Credential
    let caller: Caller
}
