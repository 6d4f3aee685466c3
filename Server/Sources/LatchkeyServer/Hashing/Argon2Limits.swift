/// What a stored record may ask for. A record that was tampered with must not take the server's memory or time.
enum Argon2Limits {
    /// From the least that RFC 9106 (3.1) allows for one lane to 256 MiB.
    static let memoryKiB = 8...256 * 1024
    static let passes = 1...10
    /// libsodium computes no more.
    static let lanes = 1
    /// libsodium takes no other length.
    static let saltLength = 16
    static let tagLength = 16...64
    /// Bytes of the text that SHA-256 was salted with before.
    static let legacySaltLength = 1...128
    /// Bytes of PHC text; the longest that the other limits allow is 321.
    static let textLength = 512
}
