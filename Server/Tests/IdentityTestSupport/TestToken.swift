import Foundation
import LatchkeyEncoding

/// A token written member by member.
package struct TestToken {
    package var header: [String: any Sendable]
    package var claims: [String: any Sendable]

    /// Returns a copy with other members; nil removes one.
    package func with(
        header: [String: (any Sendable)?] = [:], claims: [String: (any Sendable)?] = [:]
    ) -> TestToken {
        var token = self
        for (name, value) in header { token.header[name] = value }
        for (name, value) in claims { token.claims[name] = value }
        return token
    }

    package func signed(by key: TestKey = .rsa) throws -> String {
        try Self.signed(header: json(header), claims: json(claims), by: key, header["alg"] as? String ?? key.algorithm)
    }

    /// Returns a token with the texts as header and payload, which need not be JSON.
    package static func signed(
        header: String, claims: String, by key: TestKey = .rsa, _ algorithm: String? = nil
    ) throws -> String {
        let part = encode(header) + "." + encode(claims)
        let signature = try key.sign(Data(part.utf8), by: algorithm ?? key.algorithm)
        return part + "." + Base64Text.encode(Array(signature), as: .url)
    }

    package static func encode(_ text: String) -> String { Base64Text.encode(Array(text.utf8), as: .url) }

    package var headerText: String { get throws { try json(header) } }
    package var claimsText: String { get throws { try json(claims) } }
}

/// Encodes the members as JSON.
package func json(_ members: [String: any Sendable]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: members, options: [.sortedKeys]), as: UTF8.self)
}
