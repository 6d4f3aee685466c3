import Crypto
import LatchkeyCore
import LatchkeyEncoding

/// A token in the compact form of RFC 7515, read once and strictly: with `crit` looked at, and without
/// members that are there twice or base64 in more than one form.
struct SignedToken: Sendable, RedactedSecrets {
    /// Longer ones are refused unread. Tokens with many groups of a directory have some KiB.
    static let maximumLength = 16 * 1024

    let algorithm: SignatureAlgorithm
    let keyID: String?
    /// The header's `typ` in small letters, without `application/` (RFC 7515, 4.1.9).
    let type: String?
    /// Nothing of them counts before the signature does.
    let claims: JSONObject
    /// What is signed: header and claims as they came, with the dot between them.
    let signedPart: ArraySlice<UInt8>
    let signature: [UInt8]

    init(_ text: String) throws(IdentityError) {
        guard text.utf8.count <= Self.maximumLength else { throw .refused(.tooLong) }
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]) else { throw .refused(.malformed) }
        // By the header's rules first: an unsigned token has no third part.
        guard let algorithm = header["alg"]?.string.flatMap(SignatureAlgorithm.init(exactly:)) else {
            throw .refused(.algorithm)
        }
        guard header["crit"] == nil else { throw .refused(.critical) }
        keyID = try Self.text("kid", of: header)
        type = try Self.text("typ", of: header).map(Self.mediaType)
        guard let claims = Self.object(parts[1]), let signature = Base64Text.decode(parts[2], as: .url) else {
            throw .refused(.malformed)
        }
        self.algorithm = algorithm
        self.claims = claims
        self.signature = signature
        signedPart = bytes[..<parts[1].endIndex]
    }

    /// SHA-256 of what is signed, and not of the whole text: an ECDSA signature has a second form that counts as well,
    /// and a token that counts once must not count twice by it.
    var digest: [UInt8] { Array(SHA256.hash(data: signedPart)) }

    private static func object(_ part: ArraySlice<UInt8>) -> JSONObject? {
        Base64Text.decode(part, as: .url).flatMap { StrictJSON.value(of: $0)?.object }
    }

    private static func text(_ name: String, of header: JSONObject) throws(IdentityError) -> String? {
        guard let member = header[name] else { return nil }
        guard let text = member.string else { throw .refused(.malformed) }
        return text
    }

    private static func mediaType(_ text: String) -> String {
        let prefix = "application/"
        let text = text.lowercased()
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    }
}

extension SignatureAlgorithm {
    /// Byte by byte, as the standards compare names.
    fileprivate init?(exactly name: String) {
        guard let algorithm = Self(rawValue: name), algorithm.rawValue.isExactly(name) else { return nil }
        self = algorithm
    }
}
