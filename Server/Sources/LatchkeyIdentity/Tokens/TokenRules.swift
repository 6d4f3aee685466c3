import Foundation
import LatchkeyEncoding

/// The rules of each kind of token, for one whose signature counts. A token of one kind is none of another
/// (RFC 8725, 3.12).
struct TokenRules: Sendable {
    private static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

    let provider: IdentityProvider
    let token: SignedToken
    let claims: TokenClaims

    /// An app's ID token: new, since it counts by itself.
    func identityOfApp() throws(IdentityError) -> VerifiedIdentity {
        let countsUntil = try checkIDToken(maximumAge: TokenClaims.maximumAge)
        try checkAudiences(isOurs: provider.isAudienceOfApps)
        return try VerifiedIdentity(token, claims, of: provider, countsUntil: countsUntil)
    }

    /// The ID token that answers an attempt of a page.
    func identity(answering attempt: AuthorizationAttempt) throws(IdentityError) -> VerifiedIdentity {
        let countsUntil = try checkIDToken(maximumAge: nil)
        try checkAudiences { provider.clientID?.isExactly($0) == true }
        // Whoever is asked at the provider gave the token to this client, and to no other.
        if let party = try claims.text("azp") {
            guard provider.clientID?.isExactly(party) == true else { throw .refused(.authorizedParty) }
        }
        guard try claims.text("nonce")?.isExactly(attempt.nonce) == true else { throw .refused(.nonce) }
        try checkAuthenticationTime(of: attempt)
        return try VerifiedIdentity(token, claims, of: provider, countsUntil: countsUntil)
    }

    /// An access token for this server (RFC 9068, 4).
    func identityByAccessToken() throws(IdentityError) -> VerifiedIdentity {
        guard token.type == "at+jwt" else { throw .refused(.type) }
        try claims.checkIssuer(provider)
        let countsUntil = try claims.checkTimes(maximumAge: TokenClaims.maximumAge)
        guard try claims.audiences().contains(where: provider.isAudienceOfApps) else { throw .refused(.audience) }
        guard let client = try claims.text("client_id"), try claims.text("jti") != nil else {
            throw .refused(.malformed)
        }
        // A token that a program got for itself is of no person (RFC 9068, 2.2 and 5).
        guard try claims.subject()?.isExactly(client) == false else { throw .refused(.subject) }
        // An API receives the tokens of its own clients: it must not sign in with them (RFC 9700, 2.3).
        guard provider.trusts(client), try claims.text("azp").map(provider.trusts) != false else {
            throw .refused(.authorizedParty)
        }
        return try VerifiedIdentity(token, claims, of: provider, countsUntil: countsUntil)
    }

    /// A logout token (OpenID Connect Back-Channel Logout 1.0, 2.6).
    func logoutNotice() throws(IdentityError) -> LogoutNotice {
        // The standard recommends `logout+jwt` and demands no type (2.4). Without it, the event and the absence of a
        // nonce tell a logout token from an ID token.
        guard token.type == nil || token.type == "jwt" || token.type == "logout+jwt" else { throw .refused(.type) }
        try claims.checkIssuer(provider)
        guard try claims.audiences().contains(where: provider.trusts) else { throw .refused(.audience) }
        let countsUntil = try claims.checkTimes(maximumAge: TokenClaims.maximumAge)
        guard claims.members["events"]?.object?[Self.logoutEvent]?.object != nil else { throw .refused(.events) }
        // With one, an ID token could pass for it.
        guard claims.members["nonce"] == nil else { throw .refused(.nonce) }
        let (subject, sid, id) = (try claims.subject(), try claims.text("sid"), try claims.text("jti"))
        guard subject != nil || sid?.isEmpty == false, let id, !id.isEmpty else { throw .refused(.logoutSubject) }
        return LogoutNotice(
            issuer: provider.issuer, subject: subject, sid: sid, issuedAt: try claims.issuedAt(), id: id,
            countsUntil: Date(timeIntervalSince1970: countsUntil))
    }

    /// What every ID token must be (OpenID Connect Core 1.0, 3.1.3.7), but for whom.
    private func checkIDToken(maximumAge: Double?) throws(IdentityError) -> Double {
        guard token.type == nil || token.type == "jwt" else { throw .refused(.type) }
        // Access and logout tokens of providers that do not write it in the header. `typ` among the claims is
        // Keycloak's, which has "ID" in ID tokens, and "Bearer" in access tokens.
        guard claims.members["events"] == nil, claims.members["scope"] == nil, claims.members["scp"] == nil,
            try claims.text("typ").map({ $0 == "ID" }) != false
        else { throw .refused(.type) }
        try claims.checkIssuer(provider)
        return try claims.checkTimes(maximumAge: maximumAge)
    }

    /// The person was asked at most so long before the attempt as it demands; after it, where it demands no age at all.
    private func checkAuthenticationTime(of attempt: AuthorizationAttempt) throws(IdentityError) {
        guard let maxAge = attempt.maxAge else { return }
        guard let asked = try claims.time("auth_time"), asked - claims.now <= IdentityClock.skew,
            attempt.startedAt - asked <= maxAge + IdentityClock.skew
        else { throw .refused(.authenticationTime) }
    }

    /// The token is for us; if for others as well, for those only that are trusted, and it names whom it was given to.
    /// Where it names that client, it is one of ours (OpenID Connect Core 1.0, 3.1.3.7): a person who signed in to an
    /// app of others at the same provider has not signed in here.
    private func checkAudiences(isOurs: (String) -> Bool) throws(IdentityError) {
        let audiences = try claims.audiences()
        guard audiences.contains(where: isOurs) else { throw .refused(.audience) }
        if let other = audiences.first(where: { !provider.allows($0) }) {
            // It goes into the log.
            let isShown = IdentityProvider.isName(other) && other.utf8.count <= 128
            throw .refused(.untrustedAudience(isShown ? other : "?"))
        }
        guard try claims.text("azp").map(provider.trusts) ?? (audiences.count == 1) else {
            throw .refused(.authorizedParty)
        }
    }
}
