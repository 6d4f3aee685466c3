import Foundation
import Hummingbird
import LatchkeyCore

/// The cookie that allows a browser to set a new passcode after a login at the provider. Sealed, sent only from this
/// server's pages, and hidden from scripts.
struct ProviderResetCookie: Codable, Sendable, RedactedSecrets {
    static let name = "__Host-latchkey-reset"

    let proof: ProviderProof
    /// The account of the session that started the reset.
    let accountID: String
    let expiresAt: Timestamp

    init(proof: ProviderProof, accountID: String, expiresAt: Timestamp) {
        (self.proof, self.accountID, self.expiresAt) = (proof, accountID, expiresAt)
    }

    /// Returns nil without a cookie, and for one that is altered, expired, or under a removed key.
    init?(in fields: HTTPFields, by sealer: Sealer, at now: Timestamp) {
        guard let record = SessionCookie.value(named: Self.name, in: fields),
            let bytes = try? sealer.open(record, for: .providerReset, context: ""),
            let cookie = try? JSONDecoder().decode(Self.self, from: Data(bytes)), now < cookie.expiresAt,
            // After a clock change, a cookie from the future is not valid for longer.
            cookie.expiresAt <= now + ProviderReset.lifetime + Session.clockTolerance
        else { return nil }
        self = cookie
    }

    func sealed(by sealer: Sealer) throws -> Cookie {
        let record = try sealer.seal(Array(JSONEncoder().encode(self)), for: .providerReset, context: "")
        return Self.with(record, maxAge: ProviderReset.lifetime.wholeSeconds)
    }

    /// Deletes the cookie in the browser.
    static let ended = with("", maxAge: 0)

    private static func with(_ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: true, httpOnly: true, sameSite: .strict)
    }
}
