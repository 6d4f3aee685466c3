import Foundation
import LatchkeyEncoding

extension VerifiedIdentity {
    /// The longest address is 254 (RFC 5321, erratum 1690).
    private static let maximumEmail = 254
    private static let maximumName = 200

    /// - Parameters:
    ///   - token: A token that passed all checks.
    ///   - countsUntil: In seconds since 1970.
    init(
        _ token: SignedToken, _ claims: TokenClaims, of provider: IdentityProvider, countsUntil: Double
    ) throws(IdentityError) {
        guard let subject = try claims.subject() else { throw .refused(.subject) }
        issuer = provider.issuer
        self.subject = subject
        email = try Self.isTrue(claims.members["email_verified"]) ? Self.line(claims, "email", Self.maximumEmail) : nil
        name = try Self.line(claims, "name", Self.maximumName)
        authTime = try claims.time("auth_time").map { Date(timeIntervalSince1970: $0) }
        sid = try claims.text("sid")
        tokenDigest = token.digest
        self.countsUntil = Date(timeIntervalSince1970: countsUntil)
    }

    /// Some providers write the truth as a text (Apple:
    /// <https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple>).
    private static func isTrue(_ value: JSONValue?) -> Bool { value == .bool(true) || value?.string == "true" }

    /// Nil for a text that is empty, too long, or has control characters: it is shown, and goes into mails.
    private static func line(_ claims: TokenClaims, _ name: String, _ limit: Int) throws(IdentityError) -> String? {
        guard let text = try claims.text(name), !text.isEmpty, text.utf8.count <= limit,
            text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { return nil }
        return text
    }
}
