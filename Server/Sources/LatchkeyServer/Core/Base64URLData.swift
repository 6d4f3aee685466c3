import Foundation
import LatchkeyEncoding

/// Data in base64url without padding, as WebAuthn encodes it in JSON
/// (https://www.w3.org/TR/webauthn-3/#typedefdef-base64urlstring).
struct Base64URLData: Codable, Equatable, Sendable {
    let data: Data

    init(_ data: Data) { self.data = data }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bytes = Base64Text.decode(try container.decode(String.self), as: .url) else {
            throw DecodingError.typeMismatch(
                Data.self, .init(codingPath: decoder.codingPath, debugDescription: "not base64url"))
        }
        data = Data(bytes)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Base64Text.encode([UInt8](data), as: .url))
    }
}
