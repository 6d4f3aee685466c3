/// The cost of one evaluation of Argon2id with one lane, and the length of its tag.
struct Argon2Parameters: Sendable, Equatable {
    let memoryKiB: Int
    let passes: Int
    let tagLength: Int

    /// The parameters of new hashes: 7 MiB, five passes, one lane. Of the five settings that OWASP lists as equally
    /// strong (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html), the one with the
    /// least memory and time. The tag's length is from RFC 9106, 4.
    static let standard = Argon2Parameters(uncheckedMemoryKiB: 7168, passes: 5, tagLength: 32)

    /// Returns nil if a value is outside `Argon2Limits`.
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

/// The limits of stored parameters, so that a manipulated record cannot exhaust memory or time.
enum Argon2Limits {
    /// The memory in KiB, from the minimum for one lane (RFC 9106, 3.1) to 256 MiB.
    static let memoryKiB = 8...256 * 1024
    static let passes = 1...10
    /// The number of lanes; libsodium supports only this one.
    static let lanes = 1
    /// The length of a salt in bytes; libsodium supports only this one.
    static let saltLength = 16
    static let tagLength = 16...64
    /// The length of an imported SHA-256 digest's salt, in bytes.
    static let legacySaltLength = 1...128
    /// The maximum length of a PHC string in bytes; the longest within the other limits has 321.
    static let textLength = 512
}
