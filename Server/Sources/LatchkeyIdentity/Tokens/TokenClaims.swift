import Foundation
import LatchkeyEncoding

/// Claims of a token whose signature counts, and the rules that all kinds of tokens share.
struct TokenClaims: Sendable {
    /// How old a token may be that counts by itself, in seconds.
    static let maximumAge: Double = 300

    let members: JSONObject
    /// In seconds since 1970.
    let now: Double

    init(_ members: JSONObject, at now: Date) {
        self.members = members
        self.now = now.timeIntervalSince1970
    }

    /// Nil where the claim is missing. Throws where it is no text.
    func text(_ name: String) throws(IdentityError) -> String? {
        guard let member = members[name] else { return nil }
        guard let text = member.string else { throw .refused(.malformed) }
        return text
    }

    /// Seconds since 1970; nil where the claim is missing. Throws where it is no number, or beyond the year 9999.
    func time(_ name: String) throws(IdentityError) -> Double? {
        guard let member = members[name] else { return nil }
        guard let number = member.number, (0...253_402_300_799).contains(number) else { throw .refused(.malformed) }
        return number
    }

    /// `aud` is one text or a list of them (RFC 7519, 4.1.3); empty where it is missing.
    func audiences() throws(IdentityError) -> [String] {
        switch members["aud"] {
        case nil: return []
        case .string(let audience): return [audience]
        case .array(let elements):
            let audiences = elements.compactMap(\.string)
            guard audiences.count == elements.count else { throw .refused(.malformed) }
            return audiences
        default: throw .refused(.malformed)
        }
    }

    /// The person, or for a logout maybe nil. At most 255 characters of ASCII (OpenID Connect Core 1.0, 2): the
    /// account is known by it.
    func subject() throws(IdentityError) -> String? {
        guard let subject = try text("sub") else { return nil }
        guard !subject.isEmpty, subject.utf8.count <= 255, subject.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else { throw .refused(.subject) }
        return subject
    }

    /// Checks that the provider made the token.
    func checkIssuer(_ provider: IdentityProvider) throws(IdentityError) {
        guard try text("iss")?.isExactly(provider.issuer) == true else { throw .refused(.issuer) }
    }

    /// Throws where it is missing.
    func issuedAt() throws(IdentityError) -> Date {
        guard let issued = try time("iat") else { throw .refused(.issueTime) }
        return Date(timeIntervalSince1970: issued)
    }

    /// Checks `exp`, `nbf` and `iat` against the clock, and returns until when the token counts.
    ///
    /// - Parameter maximumAge: In seconds from `iat` on; nil where something else says that the token is new.
    func checkTimes(maximumAge: Double?) throws(IdentityError) -> Double {
        guard let expires = try time("exp") else { throw .refused(.expired) }
        guard now - expires <= IdentityClock.skew else { throw .refused(.expired) }
        let begins = try time("nbf") ?? now
        guard begins - now <= IdentityClock.skew else { throw .refused(.notYetValid) }
        guard let issued = try time("iat"), issued - now <= IdentityClock.skew else { throw .refused(.issueTime) }
        guard let maximumAge else { return expires + IdentityClock.skew }
        guard now - issued <= maximumAge else { throw .refused(.issueTime) }
        return min(expires + IdentityClock.skew, issued + maximumAge)
    }
}
