import Foundation
import LatchkeyEncoding

/// The rules for each kind of token, after verification of its signature. A token of one kind is rejected as another
/// (RFC 8725, 3.12).
struct TokenRules: Sendable {
    private static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

    let provider: IdentityProvider
    let token: SignedToken
    let claims: TokenClaims

    /// Returns the user of an app's ID token, which must be recent.
    func identityOfApp() throws(IdentityError) -> VerifiedIdentity {
        let expiresAt = try checkIDToken(maximumAge: TokenClaims.maximumAge)
        try checkAudiences(isOurs: provider.isAudienceOfApps)
        return try VerifiedIdentity(token, claims, of: provider, expiresAt: expiresAt)
    }

    /// Returns the user of the ID token that belongs to a sign-in attempt.
    func identity(for attempt: AuthorizationAttempt) throws(IdentityError) -> VerifiedIdentity {
        let expiresAt = try checkIDToken(maximumAge: nil)
        try checkAudiences { provider.clientID?.isExactly($0) == true }
        // The token was issued to this client and no other.
        if let party = try claims.text("azp") {
            guard provider.clientID?.isExactly(party) == true else { throw .rejected(.authorizedParty) }
        }
        guard try claims.text("nonce")?.isExactly(attempt.nonce) == true else { throw .rejected(.nonce) }
        try checkAuthenticationTime(of: attempt)
        return try VerifiedIdentity(token, claims, of: provider, expiresAt: expiresAt)
    }

    /// Returns the user of an access token for this server (RFC 9068, 4).
    func identityByAccessToken() throws(IdentityError) -> VerifiedIdentity {
        guard token.type == "at+jwt" else { throw .rejected(.type) }
        try claims.checkIssuer(provider)
        let expiresAt = try claims.checkTimes(maximumAge: TokenClaims.maximumAge)
        guard try claims.audiences().contains(where: provider.isAudienceOfApps) else { throw .rejected(.audience) }
        guard let client = try claims.text("client_id"), try claims.text("jti") != nil else {
            throw .rejected(.malformed)
        }
        // The token of a client itself has no user (RFC 9068, 2.2 and 5).
        guard try claims.subject()?.isExactly(client) == false else { throw .rejected(.subject) }
        // An API receives tokens of its own clients, and must not be able to sign in with them (RFC 9700, 2.3).
        guard provider.trusts(client), try claims.text("azp").map(provider.trusts) != false else {
            throw .rejected(.authorizedParty)
        }
        return try VerifiedIdentity(token, claims, of: provider, expiresAt: expiresAt)
    }

    /// Returns the content of a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6).
    func logoutNotice() throws(IdentityError) -> LogoutNotice {
        // `logout+jwt` is recommended, not required (2.4). Without it, the event and the absence of a nonce distinguish
        // a logout token from an ID token.
        guard token.type == nil || token.type == "jwt" || token.type == "logout+jwt" else { throw .rejected(.type) }
        try claims.checkIssuer(provider)
        guard try claims.audiences().contains(where: provider.trusts) else { throw .rejected(.audience) }
        let expiresAt = try claims.checkTimes(maximumAge: TokenClaims.maximumAge)
        guard claims.members["events"]?.object?[Self.logoutEvent]?.object != nil else { throw .rejected(.events) }
        // With a nonce, an ID token could pass as a logout token.
        guard claims.members["nonce"] == nil else { throw .rejected(.nonce) }
        let (subject, sid, id) = (try claims.subject(), try claims.text("sid"), try claims.text("jti"))
        guard subject != nil || sid?.isEmpty == false, let id, !id.isEmpty else { throw .rejected(.logoutSubject) }
        return LogoutNotice(
            issuer: provider.issuer, subject: subject, sid: sid, issuedAt: try claims.issuedAt(), id: id,
            expiresAt: Date(timeIntervalSince1970: expiresAt))
    }

    /// Checks common to all ID tokens (OpenID Connect Core 1.0, 3.1.3.7), except the audience.
    private func checkIDToken(maximumAge: Double?) throws(IdentityError) -> Double {
        guard token.type == nil || token.type == "jwt" else { throw .rejected(.type) }
        // Rejects access and logout tokens of providers that do not set `typ` in the header. `typ` among the claims is
        // Keycloak's: "ID" in ID tokens, "Bearer" in access tokens.
        guard claims.members["events"] == nil, claims.members["scope"] == nil, claims.members["scp"] == nil,
            try claims.text("typ").map({ $0 == "ID" }) != false
        else { throw .rejected(.type) }
        try claims.checkIssuer(provider)
        return try claims.checkTimes(maximumAge: maximumAge)
    }

    /// Throws if the user's login is older than the attempt allows.
    private func checkAuthenticationTime(of attempt: AuthorizationAttempt) throws(IdentityError) {
        guard let maxAge = attempt.maxAge else { return }
        guard let asked = try claims.time("auth_time"), asked - claims.now <= IdentityClock.skew,
            attempt.startedAt - asked <= maxAge + IdentityClock.skew
        else { throw .rejected(.authenticationTime) }
    }

    /// Throws unless the audience is this server. Further audiences must be trusted, and then `azp` is required. A
    /// given `azp` must be one of this server's clients (OpenID Connect Core 1.0, 3.1.3.7). A sign-in to another app at
    /// the same provider is not a sign-in here.
    private func checkAudiences(isOurs: (String) -> Bool) throws(IdentityError) {
        let audiences = try claims.audiences()
        guard audiences.contains(where: isOurs) else { throw .rejected(.audience) }
        if let other = audiences.first(where: { !provider.allows($0) }) {
            // The audience appears in the log.
            let isShown = IdentityProvider.isName(other) && other.utf8.count <= 128
            throw .rejected(.untrustedAudience(isShown ? other : "?"))
        }
        guard try claims.text("azp").map(provider.trusts) ?? (audiences.count == 1) else {
            throw .rejected(.authorizedParty)
        }
    }
}
