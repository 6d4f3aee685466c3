extension PasscodeHash {
    /// Reads exactly the texts that `text` gives, within `Argon2Limits`; nothing is evaluated or allocated for others.
    init(parsing text: String) throws(PasscodeHashError) {
        guard text.utf8.count <= Argon2Limits.textLength else { throw .tooLong }
        var fields = Self.split(text[...], at: "$")
        guard fields.count >= 6, fields[0].isEmpty else { throw .malformed }
        let isLegacy = fields[1] == "sha256-argon2id"
        guard isLegacy || fields[1] == "argon2id", fields[2] == "v=19" else { throw .unsupportedAlgorithm }
        guard fields.count == (isLegacy ? 7 : 6) else { throw .malformed }
        let legacySalt = isLegacy ? Base64Text.decode(String(fields.remove(at: 4)), as: .unpadded) : nil
        let cost = Self.split(fields[3], at: ",")
        guard cost.count == 3, isLegacy == (legacySalt != nil),
            let memoryKiB = Self.number(cost[0], named: "m="),
            let passes = Self.number(cost[1], named: "t="),
            let lanes = Self.number(cost[2], named: "p="),
            let salt = Base64Text.decode(String(fields[4]), as: .unpadded),
            let tag = Base64Text.decode(String(fields[5]), as: .unpadded)
        else { throw .malformed }
        guard
            lanes == Argon2Limits.lanes,
            let parameters = Argon2Parameters(memoryKiB: memoryKiB, passes: passes, tagLength: tag.count),
            let hash = PasscodeHash(parameters: parameters, salt: salt, tag: tag, legacySalt: legacySalt)
        else { throw .overLimit }
        self = hash
    }

    // By bytes: a combining mark behind a separator would hide it from a split by characters.
    private static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// A decimal number without sign or leading zero. Ten digits hold every 32-bit value and no overflow.
    private static func number(_ text: Substring, named name: String) -> Int? {
        guard text.utf8.starts(with: name.utf8) else { return nil }
        let digits = text.utf8.dropFirst(name.utf8.count)
        guard (1...10).contains(digits.count), digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(Substring(digits))
    }
}
