/// The cost of one evaluation of Argon2id, and the lengths of what goes in and comes out.
struct Argon2Parameters: Sendable, Equatable {
    let memoryKiB: Int
    let passes: Int
    let lanes: Int
    let saltLength: Int
    let tagLength: Int

    /// 19 MiB, two passes, one lane: OWASP's figures
    /// (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html); lengths as RFC 9106, 3.1.
    static let standard = Argon2Parameters(
        uncheckedMemoryKiB: 19456, passes: 2, lanes: 1, saltLength: 16, tagLength: 32)

    /// Nil when a value is outside `Argon2Limits`.
    init?(memoryKiB: Int, passes: Int, lanes: Int, saltLength: Int = 16, tagLength: Int = 32) {
        guard Argon2Limits.lanes.contains(lanes),
            Argon2Limits.memoryKiB(lanes: lanes).contains(memoryKiB),
            Argon2Limits.passes.contains(passes),
            Argon2Limits.saltLength.contains(saltLength),
            Argon2Limits.tagLength.contains(tagLength)
        else { return nil }
        self.init(
            uncheckedMemoryKiB: memoryKiB, passes: passes, lanes: lanes, saltLength: saltLength, tagLength: tagLength)
    }

    private init(uncheckedMemoryKiB memoryKiB: Int, passes: Int, lanes: Int, saltLength: Int, tagLength: Int) {
        self.memoryKiB = memoryKiB
        self.passes = passes
        self.lanes = lanes
        self.saltLength = saltLength
        self.tagLength = tagLength
    }
}
