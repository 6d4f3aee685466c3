import Foundation
import LatchkeyIdentity

extension SettingValues {
    /// Returns nil without an issuer.
    func identity() throws -> IdentitySettings? {
        guard let issuer = self.identityIssuer else {
            if let name = set.first(where: { $0.hasPrefix("LATCHKEY_IDENTITY_") }) {
                throw SettingError(name: name, reason: "requires a provider. Set LATCHKEY_IDENTITY_ISSUER")
            }
            return nil
        }
        // Tokens of this client are those of an app.
        let audiences = Self.words(self.identityAudiences) + [self.identityAppClientID].compactMap(\.self)
        let provider: IdentityProvider
        do throws(IdentityProviderError) {
            provider = try IdentityProvider(
                issuer: issuer, clientID: self.identityClientID, clientSecret: self.identityClientSecret,
                audiences: audiences, trustedAudiences: Self.words(self.identityTrustedAudiences),
                administrators: self.identityAdministrators, isDevelopment: self.isDevelopment)
        } catch {
            throw SettingError(error, in: self)
        }
        return IdentitySettings(
            provider: provider, name: self.identityName ?? URL(string: issuer)?.host() ?? issuer,
            signsInPages: self.identityClientID != nil, signsInApps: !audiences.isEmpty,
            appClientID: self.identityAppClientID)
    }

    private static func words(_ text: String?) -> [String] { (text ?? "").split(separator: " ").map(String.init) }
}

extension SettingError {
    fileprivate init(_ error: IdentityProviderError, in values: SettingValues) {
        switch error {
        case .issuer:
            self.init(
                name: \.identityIssuer, value: values.identityIssuer, isNot: "an issuer",
                use: "https:// with a host; http:// only in development, on the loopback interface")
        case .clientID:
            self.init(
                name: \.identityClientID, value: values.identityClientID, isNot: "a client ID",
                use: "printable ASCII without spaces")
        case .clientSecret:
            self.init(
                name: \.identityClientSecret, reason: "requires a client ID. Set LATCHKEY_IDENTITY_CLIENT_ID")
        case .audience:
            self.init(
                name: \.identityAudiences, value: values.identityAudiences, isNot: "a list of audiences",
                use: "printable ASCII, separated by spaces")
        case .trustedAudience:
            self.init(
                name: \.identityTrustedAudiences, value: values.identityTrustedAudiences,
                isNot: "a list of audiences", use: "printable ASCII, separated by spaces")
        case .noClient:
            self.init(
                name: \.identityIssuer,
                reason: "requires a client. Set LATCHKEY_IDENTITY_CLIENT_ID for pages, or LATCHKEY_IDENTITY_AUDIENCES "
                    + "or LATCHKEY_IDENTITY_APP_CLIENT_ID for apps")
        }
    }
}
