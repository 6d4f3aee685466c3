import Foundation
import Hummingbird
import LatchkeyIdentity

/// The cookie that binds a browser's way to the team's provider to that browser. It comes back from another site, as
/// `SameSite=Lax` lets it; what it holds is sealed, since the browser is not to know how the code is proven.
struct ProviderCookie: Codable, Sendable {
    static let name = "__Host-latchkey-provider"
    /// A browser keeps 4096 bytes of a cookie at least (RFC 6265, 6.1). A longer page is not returned to.
    private static let longestPath = 1024

    let attempt: AuthorizationAttempt
    /// Where the browser goes afterwards.
    let next: String?
    /// The account whose passcode the way is to reset; nil for a way that signs in, and for nothing else.
    let accountToReset: String?

    init(_ attempt: AuthorizationAttempt, toReset account: String? = nil, next: ReturnPath?) {
        self.attempt = attempt
        accountToReset = account
        self.next = next.flatMap { $0.path.utf8.count <= Self.longestPath ? $0.path : nil }
    }

    /// Returns nil for a browser without one, and for one that is altered or under a key that is gone.
    init?(in fields: HTTPFields, by sealer: Sealer) {
        guard let record = SessionCookie.value(named: Self.name, in: fields),
            let bytes = try? sealer.open(record, for: .providerAttempt, context: ""),
            let cookie = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = cookie
    }

    func sealed(by sealer: Sealer) throws -> Cookie {
        let record = try sealer.seal(Array(JSONEncoder().encode(self)), for: .providerAttempt, context: "")
        return Self.with(record, maxAge: Int(AuthorizationAttempt.lifetime))
    }

    /// Ends the cookie of the browser.
    static let ended = with("", maxAge: 0)

    private static func with(_ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: true, httpOnly: true, sameSite: .lax)
    }
}
