import LatchkeyAPI
import LatchkeyPasskeys

extension RelyingParty {
    /// Returns nil for a URL that can have no passkeys, and without one.
    init?(_ url: PublicURL?) {
        guard let url else { return nil }
        self.init(host: url.host.text, origin: url.origin)
    }
}

extension PublicAddress {
    /// Throws `notFound` where there can be no passkeys.
    func relyingParty() throws -> RelyingParty {
        guard let party = RelyingParty(url) else { throw Problem(.notFound) }
        return party
    }
}
