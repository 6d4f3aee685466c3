import Crypto
import LatchkeyCore
import LatchkeyEncoding

/// A token in compact form (RFC 7515), parsed strictly: no `crit`, no duplicate members, canonical base64.
struct SignedToken: Sendable, RedactedSecrets {
    /// The maximum length in bytes; longer tokens are rejected unparsed. Tokens with many directory groups have a few
    /// KiB.
    static let maximumLength = 16 * 1024

    let algorithm: SignatureAlgorithm
    let keyID: String?
    /// The header's `typ` in lower case, without `application/` (RFC 7515, 4.1.9).
    let type: String?
    /// The token's claims. Do not trust them before the signature is verified.
    let claims: JSONObject
    /// The signed bytes: header and claims as received, with the dot between them.
    let signedPart: ArraySlice<UInt8>
    let signature: [UInt8]

    init(_ text: String) throws(IdentityError) {
        guard text.utf8.count <= Self.maximumLength else { throw .rejected(.tooLong) }
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]) else { throw .rejected(.malformed) }
        // Checks the header first, because an unsigned token has no third part.
        guard let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init(exactly:)) else {
            throw .rejected(.algorithm)
        }
        guard header["crit"] == nil else { throw .rejected(.critical) }
        keyID = try Self.text("kid", of: header)
        type = try Self.text("typ", of: header).map(Self.mediaType)
        guard let claims = Self.object(parts[1]), let signature = Base64Text.decode(parts[2], as: .url) else {
            throw .rejected(.malformed)
        }
        self.algorithm = algorithm
        self.claims = claims
        self.signature = signature
        signedPart = bytes[..<parts[1].endIndex]
    }

    /// SHA-256 of the signed bytes. The whole text would not do: an ECDSA signature has a second valid form, and a
    /// single-use token must not be accepted twice.
    var digest: [UInt8] { Array(SHA256.hash(data: signedPart)) }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        Base64Text.decode(part, as: .url).flatMap { StrictJSON.value(of: $0)?.object }
    }

    private static func text(_ name: String, of header: JSONObject) throws(IdentityError) -> String? {
        guard let member = header[name] else { return nil }
        guard let text = member.string else { throw .rejected(.malformed) }
        return text
    }

    private static func mediaType(_ text: String) -> String {
        let prefix = "application/"
        let text = text.lowercased()
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
}

extension SignatureAlgorithm {
    /// Compares byte by byte, as the standards require.
    fileprivate init?(exactly name: String) {
        guard let algorithm = Self(rawValue: name), algorithm.rawValue.isExactly(name) else { return nil }
        self = algorithm
    }
}
