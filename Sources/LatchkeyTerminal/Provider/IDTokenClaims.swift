internal import Foundation

/// The claims of an ID token, with an unverified signature: the server verifies it before it signs anyone in.
struct IDTokenClaims: Decodable {
    let nonce: String?
    /// The time when the provider authenticated the user, in seconds since 1970.
    let authTime: Double?

    private enum CodingKeys: String, CodingKey {
        case nonce
        case authTime = "auth_time"
    }

    /// Returns nil unless the text is a token (RFC 7519, 3).
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
