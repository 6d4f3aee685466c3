import Foundation
import Hummingbird
import LatchkeyIdentity

/// The cookie of a browser's sign-in attempt at the team's provider. Each attempt has its own cookie, so that several
/// tabs can sign in concurrently. The redirect comes from another site, which `SameSite=Lax` allows. The content is
/// sealed, because it contains the PKCE verifier.
struct ProviderCookie: Codable, Sendable {
    static let prefix = "__Host-latchkey-provider-"
    /// The number of concurrent attempts of a browser. More cookies would exceed the limits of proxies.
    private static let maximumAttempts = 3
    /// The maximum length of a path to return to. Browsers store cookies of at least 4096 bytes (RFC 6265, 6.1).
    private static let longestPath = 1024

    let attempt: AuthorizationAttempt
    /// The page to open afterwards.
    let next: String?
    /// The account whose passcode will be reset; nil for a sign-in.
    let accountToReset: String?
    /// The browser's time zone, if known; see ``Transaction/setIfUnknown(timeZone:language:of:)``.
    let timeZone: String?

    init(_ attempt: AuthorizationAttempt, toReset account: String? = nil, next: ReturnPath?, timeZone: String?) {
        self.attempt = attempt
        accountToReset = account
        self.timeZone = timeZone
        self.next = next.flatMap { $0.path.utf8.count <= Self.longestPath ? $0.path : nil }
    }

    /// Returns nil without a cookie of this state, and for one that is altered or under a removed key.
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

    /// Returns cookies that delete a browser's oldest attempts, so that one more can start.
    static func endedToBeginAnother(in fields: HTTPFields, by sealer: Sealer) -> [Cookie] {
        let names = SessionCookie.names(in: fields).filter { $0.hasPrefix(prefix) }
        let ages = names.map { ($0, ProviderCookie(name: $0, in: fields, by: sealer)?.attempt.startedAt ?? 0) }
        return ages.sorted { $0.1 > $1.1 }.dropFirst(maximumAttempts - 1).map { with($0.0, "", maxAge: 0) }
    }

    func sealed(by sealer: Sealer) throws -> Cookie {
        let record = try sealer.seal(Array(JSONEncoder().encode(self)), for: .providerAttempt, context: "")
        return Self.with(Self.name(of: attempt.state), record, maxAge: Int(AuthorizationAttempt.lifetime))
    }

    /// Deletes the cookie in the browser.
    var ended: Cookie { Self.with(Self.name(of: attempt.state), "", maxAge: 0) }

    private static func name(of state: String) -> String { prefix + UsedToken.digest("way", state).prefix(16) }

    private static func with(_ name: String, _ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: true, httpOnly: true, sameSite: .lax)
    }
}
