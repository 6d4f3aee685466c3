import Crypto

/// One configured key. It encrypts nothing itself: every use has its own key derived from it.
struct SecretKey: Sendable, Redacted {
    /// Bytes of key material, for AES-256 and HMAC-SHA256.
    static let length = 32

    let id: String
    private let material: SymmetricKey

    /// Nil when the id is not 1 to 32 of `A-Z a-z 0-9 _ -`, or there are not 32 bytes.
    init?(id: String, bytes: [UInt8]) {
        guard Self.isValidID(id), bytes.count == Self.length else { return nil }
        self.id = id
        material = SymmetricKey(data: bytes)
    }

    static func isValidID(_ text: String) -> Bool {
        (1...32).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// The key of one use, by HKDF-SHA256 (RFC 5869). The salt is empty: the input is uniformly random already.
    func derived(for purpose: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: material, info: Array("latchkey/v1/\(purpose)".utf8), outputByteCount: Self.length)
    }
}
