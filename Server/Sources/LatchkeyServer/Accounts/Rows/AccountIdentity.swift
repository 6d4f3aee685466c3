/// The identity of a user at a provider: issuer and subject. Never the address, which can change hands.
struct AccountIdentity: Hashable, Sendable {
    let issuer: String
    let subject: String

    init(issuer: String, subject: String) {
        (self.issuer, self.subject) = (issuer, subject)
    }

    /// Returns nil unless both are given.
    init?(issuer: String?, subject: String?) {
        guard let issuer, let subject else { return nil }
        self.init(issuer: issuer, subject: subject)
    }
}

extension LockKey {
    static func of(_ identity: AccountIdentity) -> Int64 {
        key("identity", identity.issuer + " " + identity.subject)
    }
}
