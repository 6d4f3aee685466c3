import LatchkeyAPI
import LatchkeyPasskeys

extension RelyingParty {
    /// Returns nil if the URL does not support passkeys, or without one.
    init?(_ url: PublicURL?) {
        guard let url else { return nil }
        self.init(host: url.host.text, origin: url.origin)
    }
}

extension PublicAddress {
    /// Throws `notFound` if passkeys are not supported.
    func relyingParty() throws -> RelyingParty {
        guard let party = RelyingParty(url) else { throw Problem(.notFound) }
        return party
    }
}
