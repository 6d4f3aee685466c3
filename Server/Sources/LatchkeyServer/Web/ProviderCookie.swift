import Foundation
import Hummingbird
import LatchkeyIdentity

/// The cookie that binds a browser's way to the team's provider to that browser. Each way has a cookie of its own, so
/// that several tabs can be at the provider at the same time. It comes back from another site, as
/// `SameSite=Lax` lets it; what it holds is sealed, since the browser is not to know how the code is proven.
struct ProviderCookie: Codable, Sendable {
    static let prefix = "__Host-latchkey-provider-"
    /// How many ways of one browser are open at the same time. More cookies would exceed what proxies accept.
    private static let maximumWays = 3
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

    /// Returns nil for a browser without the cookie of this state, and for one that is altered or under a key that is
    /// gone.
    init?(state: String, in fields: HTTPFields, by sealer: Sealer) {
        self.init(name: Self.name(of: state), in: fields, by: sealer)
        guard Data(attempt.state.utf8) == Data(state.utf8) else { return nil }
    }

    private init?(name: String, in fields: HTTPFields, by sealer: Sealer) {
        guard let record = SessionCookie.value(named: name, in: fields),
            let bytes = try? sealer.open(record, for: .providerAttempt, context: ""),
            let cookie = try? JSONDecoder().decode(Self.self, from: Data(bytes))
        else { return nil }
        self = cookie
    }

    /// Returns cookies that end the oldest ways of a browser, so that one more can begin.
    static func endedToBeginAnother(in fields: HTTPFields, by sealer: Sealer) -> [Cookie] {
        let names = SessionCookie.names(in: fields).filter { $0.hasPrefix(prefix) }
        let ages = names.map { ($0, ProviderCookie(name: $0, in: fields, by: sealer)?.attempt.startedAt ?? 0) }
        return ages.sorted { $0.1 > $1.1 }.dropFirst(maximumWays - 1).map { with($0.0, "", maxAge: 0) }
    }

    func sealed(by sealer: Sealer) throws -> Cookie {
        let record = try sealer.seal(Array(JSONEncoder().encode(self)), for: .providerAttempt, context: "")
        return Self.with(Self.name(of: attempt.state), record, maxAge: Int(AuthorizationAttempt.lifetime))
    }

    /// Ends the cookie of the browser.
    var ended: Cookie { Self.with(Self.name(of: attempt.state), "", maxAge: 0) }

    private static func name(of state: String) -> String { prefix + UsedToken.digest("way", state).prefix(16) }

    private static func with(_ name: String, _ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: true, httpOnly: true, sameSite: .lax)
    }
}
