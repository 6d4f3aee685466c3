import Foundation
import LatchkeyIdentity

extension SettingValues {
    /// The settings that are about the provider alone.
    private static let identityOnly: [SettingName] = [
        .identityName, .identityClientID, .identityClientSecret, .identityAudiences, .identityTrustedAudiences,
        .identityAppClientID,
    ]

    /// Returns nil without an issuer.
    func identity(isDevelopment: Bool) throws -> IdentitySettings? {
        guard let issuer = self[.identityIssuer] else {
            if let name = Self.identityOnly.first(where: { self[$0] != nil }) {
                throw SettingError(name: name, reason: "is of no use without LATCHKEY_IDENTITY_ISSUER")
            }
            return nil
        }
        let (clientID, secret) = (self[.identityClientID], self[.identityClientSecret])
        // Its tokens are those of an app.
        let appClientID = try parsed(.identityAppClientID, "must be printable ASCII without spaces") {
            IdentityProvider.isName($0) ? $0 : nil
        }
        let audiences =
            (self[.identityAudiences]?.split(separator: " ").map(String.init) ?? []) + (appClientID.map { [$0] } ?? [])
        let name = try parsed(.identityName, "must have at most 40 printable characters") {
            (try? Input.deviceName($0)).flatMap(\.self)
        }
        let provider: IdentityProvider
        do throws(IdentityProviderError) {
            provider = try IdentityProvider(
                issuer: issuer, clientID: clientID, clientSecret: secret, audiences: audiences,
                trustedAudiences: self[.identityTrustedAudiences]?.split(separator: " ").map(String.init) ?? [],
                isDevelopment: isDevelopment)
        } catch {
            throw SettingError(error)
        }
        return IdentitySettings(
            provider: provider, name: name ?? URL(string: issuer)?.host() ?? issuer, signsInPages: clientID != nil,
            signsInApps: !audiences.isEmpty, appClientID: appClientID)
    }
}

extension SettingError {
    fileprivate init(_ error: IdentityProviderError) {
        switch error {
        case .issuer:
            self.init(
                name: .identityIssuer,
                reason: "must be https://, a host and maybe a path; http:// only in development, on the loopback")
        case .clientID: self.init(name: .identityClientID, reason: "must be printable ASCII without spaces")
        case .clientSecret: self.init(name: .identityClientSecret, reason: "is of no use without a client's id")
        case .audience:
            self.init(name: .identityAudiences, reason: "must be printable ASCII, with spaces between the audiences")
        case .trustedAudience:
            self.init(
                name: .identityTrustedAudiences,
                reason: "must be printable ASCII, with spaces between the audiences")
        case .nobody:
            self.init(
                name: .identityIssuer,
                reason: "needs LATCHKEY_IDENTITY_CLIENT_ID for pages, or LATCHKEY_IDENTITY_AUDIENCES or "
                    + "LATCHKEY_IDENTITY_APP_CLIENT_ID for apps")
        }
    }
}
