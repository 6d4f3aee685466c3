import Foundation
import LatchkeyEncoding

/// The claims of a token with a valid signature, and the rules common to all kinds of tokens.
struct TokenClaims: Sendable {
    /// Maximum age of a token that is accepted by itself, in seconds.
    static let maximumAge: Double = 300

    let members: JSONObject
    /// The current time, in seconds since 1970.
    let now: Double

    init(_ members: JSONObject, at now: Date) {
        self.members = members
        self.now = now.timeIntervalSince1970
    }

    /// Returns nil if the claim is missing. Throws if it is not a string.
    func text(_ name: String) throws(IdentityError) -> String? {
        guard let member = members[name] else { return nil }
        guard let text = member.string else { throw .rejected(.malformed) }
        return text
    }

    /// Returns seconds since 1970; nil if the claim is missing. Throws if it is not a number, or after the year 9999.
    func time(_ name: String) throws(IdentityError) -> Double? {
        guard let member = members[name] else { return nil }
        guard let number = member.number, (0...253_402_300_799).contains(number) else { throw .rejected(.malformed) }
        return number
    }

    /// `aud`, which is a string or a list (RFC 7519, 4.1.3); empty if it is missing.
    func audiences() throws(IdentityError) -> [String] {
        switch members["aud"] {
        case nil: return []
        case .string(let audience): return [audience]
        case .array(let elements):
            let audiences = elements.compactMap(\.string)
            guard audiences.count == elements.count else { throw .rejected(.malformed) }
            return audiences
        default: throw .rejected(.malformed)
        }
    }

    /// Returns the user's ID, at most 255 ASCII characters (OpenID Connect Core 1.0, 2); nil if it is missing, which
    /// only a logout token allows.
    func subject() throws(IdentityError) -> String? {
        guard let subject = try text("sub") else { return nil }
        guard !subject.isEmpty, subject.utf8.count <= 255, subject.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw .rejected(.subject) }
        return subject
    }

    /// Throws unless the provider issued the token.
    func checkIssuer(_ provider: IdentityProvider) throws(IdentityError) {
        guard try text("iss")?.isExactly(provider.issuer) == true else { throw .rejected(.issuer) }
    }

    /// Returns the time of issue. Throws if it is missing.
    func issuedAt() throws(IdentityError) -> Date {
        guard let issued = try time("iat") else { throw .rejected(.issueTime) }
        return Date(timeIntervalSince1970: issued)
    }

    /// Checks `exp`, `nbf` and `iat`, and returns when the token expires.
    ///
    /// - Parameter maximumAge: Seconds after `iat`; nil if something else proves that the token is new.
    func checkTimes(maximumAge: Double?) throws(IdentityError) -> Double {
        guard let expires = try time("exp") else { throw .rejected(.expired) }
        guard now - expires <= IdentityClock.skew else { throw .rejected(.expired) }
        let begins = try time("nbf") ?? now
        guard begins - now <= IdentityClock.skew else { throw .rejected(.notYetValid) }
        guard let issued = try time("iat"), issued - now <= IdentityClock.skew else { throw .rejected(.issueTime) }
        guard let maximumAge else { return expires + IdentityClock.skew }
        guard now - issued <= maximumAge else { throw .rejected(.issueTime) }
        return min(expires + IdentityClock.skew, issued + maximumAge)
    }
}
