internal import Crypto

/// A format with the SHA-256 of its body appended, so that a changed byte is detected as damage, not as a wrong
/// passcode.
///
/// It does not protect against deliberate changes: the authenticated encryption inside does.
enum Checksummed {
    static func frame(_ body: [UInt8]) -> [UInt8] { body + SHA256.hash(data: body) }

    static func body(of framed: [UInt8]) throws(VaultError) -> [UInt8] {
        guard framed.count > SHA256.byteCount else { throw .damaged }
        let body = Array(framed.dropLast(SHA256.byteCount))
        guard SHA256.hash(data: body) == framed.suffix(SHA256.byteCount) else { throw .damaged }
        return body
    }
}
