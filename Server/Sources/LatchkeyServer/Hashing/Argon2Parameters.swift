/// The cost of one evaluation of Argon2id with one lane, and the length of what comes out.
struct Argon2Parameters: Sendable, Equatable {
    let memoryKiB: Int
    let passes: Int
    let tagLength: Int

    /// 7 MiB, five passes, one lane: of the five settings that OWASP lists as equal in defence
    /// (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html) the one that costs a server
    /// the least memory and time. The length of the tag is that of RFC 9106, 4.
    static let standard = Argon2Parameters(uncheckedMemoryKiB: 7168, passes: 5, tagLength: 32)

    /// Nil when a value is outside `Argon2Limits`.
    init?(memoryKiB: Int, passes: Int, tagLength: Int = 32) {
        guard Argon2Limits.memoryKiB.contains(memoryKiB), Argon2Limits.passes.contains(passes),
            Argon2Limits.tagLength.contains(tagLength)
        else { return nil }
        self.init(uncheckedMemoryKiB: memoryKiB, passes: passes, tagLength: tagLength)
    }

    private init(uncheckedMemoryKiB memoryKiB: Int, passes: Int, tagLength: Int) {
        self.memoryKiB = memoryKiB
        self.passes = passes
        self.tagLength = tagLength
    }
}

/// The limits of stored parameters. A record that was tampered with must not take the server's memory or time.
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
