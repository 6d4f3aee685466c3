import Foundation
import LatchkeyEncoding

extension VerifiedIdentity {
    /// The maximum length of an email address, 254 (RFC 5321, erratum 1690).
    private static let maximumEmail = 254
    private static let maximumName = 200

    /// - Parameters:
    ///   - token: A verified token.
    ///   - expiresAt: Seconds since 1970.
    init(
        _ token: SignedToken, _ claims: TokenClaims, of provider: IdentityProvider, expiresAt: Double
    ) throws(IdentityError) {
        guard let subject = try claims.subject() else { throw .rejected(.subject) }
        issuer = provider.issuer
        self.subject = subject
        email = try Self.verifiedEmail(claims)
        name = try Self.line(claims, "name", Self.maximumName)
        isAdministrator = provider.administrators.flatMap { claim in
            // An access token may omit claims of the user, an ID token without the claim denies it.
            claim.isMet(by: claims) ?? (token.type == "at+jwt" ? nil : false)
        }
        authTime = try claims.time("auth_time").map { Date(timeIntervalSince1970: $0) }
        sid = try claims.text("sid")
        issuedAt = try claims.issuedAt()
        isForOthersToo = try !claims.audiences().allSatisfy(provider.trusts)
        tokenDigest = token.digest
        self.expiresAt = Date(timeIntervalSince1970: expiresAt)
    }

    /// Returns the identity with the address from the provider's UserInfo endpoint.
    ///
    /// - Throws: `subject` for claims of another user, which must not be used (OpenID Connect Core 1.0, 5.3.2).
    func adding(_ userInfo: TokenClaims) throws(IdentityError) -> VerifiedIdentity {
        guard try userInfo.text("sub")?.isExactly(subject) == true else { throw .rejected(.subject) }
        var identity = self
        identity.email = try Self.verifiedEmail(userInfo)
        return identity
    }

    private static func verifiedEmail(_ claims: TokenClaims) throws(IdentityError) -> String? {
        try claims.isEmailVerified == true ? line(claims, "email", maximumEmail) : nil
    }

    /// Returns a claim that is one line of text. Returns nil if it is empty, too long, or has control characters,
    /// because it appears in pages and emails.
    private static func line(_ claims: TokenClaims, _ name: String, _ limit: Int) throws(IdentityError) -> String? {
        guard let text = try claims.text(name), !text.isEmpty, text.utf8.count <= limit,
            !text.unicodeScalars.contains(where: \.isControl)
        else { return nil }
        return text
    }
}

extension TokenClaims {
    /// Whether the provider has verified the user's address; nil if it does not say.
    ///
    /// Entra ID omits `email_verified`. If the app registration requests `xms_edov`, it states whether the owner of the
    /// address's domain is verified
    /// (<https://learn.microsoft.com/en-us/entra/identity-platform/migrate-off-email-claim-authorization>). It is used
    /// only if `email_verified` is absent, so that it never overrides a denial.
    var isEmailVerified: Bool? {
        if let verified = members["email_verified"] { return Self.isTrue(verified) }
        guard let owned = members["xms_edov"] else { return nil }
        // Some tokens have a digit.
        return Self.isTrue(owned) || owned == .number(1) || owned.string == "1"
    }

    /// Whether the value is true. Some providers send strings (Apple:
    /// <https://developer.apple.com/documentation/signinwithapple/authenticating-users-with-sign-in-with-apple>).
    private static func isTrue(_ value: JSONValue) -> Bool { value == .bool(true) || value.string == "true" }
}
