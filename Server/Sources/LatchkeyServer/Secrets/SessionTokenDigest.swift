import Crypto

/// Session tokens are 256 random bits: none can be found from its plain SHA-256, and no key is needed.
enum SessionTokenDigest {
    /// 64 lower-case hexadecimal digits.
    static func of(_ token: String) -> String {
        HexText.encode(SHA256.hash(data: Array(token.utf8)))
    }
}
