internal import Foundation

/// What an ID token says. Nobody has checked its signature: the server does, before anyone is signed in.
struct IDTokenClaims: Decodable {
    let nonce: String?
    /// When the provider asked the person, in seconds since 1970.
    let authTime: Double?

    private enum CodingKeys: String, CodingKey {
        case nonce
        case authTime = "auth_time"
    }

    /// Returns nil for what is no token (RFC 7519, 3).
    init?(unverified token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var text = String(parts[1]).replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.count % 4) % 4)
        guard let data = Data(base64Encoded: text),
            let claims = try? JSONDecoder().decode(IDTokenClaims.self, from: data)
        else { return nil }
        self = claims
    }
}
