import Foundation
import Hummingbird
import LatchkeyCore

/// The cookie by which a browser that came back from the team's provider may set a new passcode. It is sent from pages
/// of this server only, and no script reads it; what it holds is sealed.
struct ProviderResetCookie: Codable, Sendable, RedactedSecrets {
    static let name = "__Host-latchkey-reset"

    let proof: ProviderProof
    /// Of the session that the browser was sent out from.
    let accountID: String
    let expiresAt: Timestamp

    init(proof: ProviderProof, accountID: String, expiresAt: Timestamp) {
        (self.proof, self.accountID, self.expiresAt) = (proof, accountID, expiresAt)
    }

    /// Returns nil for a browser without one, and for one that is altered, too old, or under a key that is gone.
    init?(in fields: HTTPFields, by sealer: Sealer, at now: Timestamp) {
        guard let record = SessionCookie.value(named: Self.name, in: fields),
            let bytes = try? sealer.open(record, for: .providerReset, context: ""),
            let cookie = try? JSONDecoder().decode(Self.self, from: Data(bytes)), now < cookie.expiresAt,
            // What a clock that was set back has made in the future does not count longer.
            cookie.expiresAt <= now + ProviderReset.lifetime + Session.clockTolerance
        else { return nil }
        self = cookie
    }

    func sealed(by sealer: Sealer) throws -> Cookie {
        let record = try sealer.seal(Array(JSONEncoder().encode(self)), for: .providerReset, context: "")
        return Self.with(record, maxAge: ProviderReset.lifetime.wholeSeconds)
    }

    /// Ends the cookie of the browser.
    static let ended = with("", maxAge: 0)

    private static func with(_ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: true, httpOnly: true, sameSite: .strict)
    }
}
