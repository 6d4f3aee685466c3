internal import Crypto

/// A body behind its SHA-256, so that a rotten byte is seen as damage and never taken for a wrong passcode.
///
/// It keeps nobody from changing the bytes on purpose: that is what the authenticated encryption inside is for.
enum Checksummed {
    static func frame(_ body: [UInt8]) -> [UInt8] { body + SHA256.hash(data: body) }

    static func body(of framed: [UInt8]) throws(VaultError) -> [UInt8] {
        guard framed.count > SHA256.byteCount else { throw .damaged }
        let body = Array(framed.dropLast(SHA256.byteCount))
        guard SHA256.hash(data: body) == framed.suffix(SHA256.byteCount) else { throw .damaged }
        return body
    }
}
