/// Which sessions the provider has signed in. They go with their sessions.
protocol ProviderSessionRepository {
    func find(sessionID: String) throws -> ProviderSession?
    /// The sessions of a person.
    func list(_ identity: AccountIdentity) throws -> [ProviderSession]
    /// The sessions of one of the provider's.
    func list(issuer: String, sidDigest: String) throws -> [ProviderSession]
    func insert(_ session: ProviderSession) throws
    /// Removes the pending addresses of a person's sessions.
    func clearPendingEmails(of identity: AccountIdentity) throws
}
