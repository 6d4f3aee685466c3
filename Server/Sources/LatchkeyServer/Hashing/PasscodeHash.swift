import LatchkeyCore
import LatchkeyEncoding

/// A verifier of a passcode: a PHC string such as `$argon2id$v=19$m=19456,t=2,p=1$SALT$TAG`
/// (https://github.com/P-H-C/phc-string-format), only of Argon2id version 19. An imported one is
/// `$sha256-argon2id$v=19$m=19456,t=2,p=1$LEGACYSALT$SALT$TAG`: Argon2id of a ``LegacyDigest``.
///
/// Redacts itself, because a six-digit passcode can be found from its text.
struct PasscodeHash: Sendable, RedactedSecrets {
    let parameters: Argon2Parameters
    let salt: [UInt8]
    let tag: [UInt8]
    /// The salt of the ``LegacyDigest``; nil if the verifier was computed from the passcode.
    let legacySalt: [UInt8]?

    /// The PHC string. Seal it before storing it.
    var text: String {
        let cost = "m=\(parameters.memoryKiB),t=\(parameters.passes),p=\(Argon2Limits.lanes)"
        let fields = [legacySalt, salt, tag].compactMap { $0.map { Base64Text.encode($0, as: .unpadded) } }
        let algorithm = legacySalt == nil ? "argon2id" : "sha256-argon2id"
        return "$\(algorithm)$v=19$\(cost)$\(fields.joined(separator: "$"))"
    }

    /// Returns nil if a length does not match the parameters, or is outside `Argon2Limits`.
    init?(parameters: Argon2Parameters, salt: [UInt8], tag: [UInt8], legacySalt: [UInt8]? = nil) {
        guard salt.count == Argon2Limits.saltLength, tag.count == parameters.tagLength,
            legacySalt.map({ Argon2Limits.legacySaltLength.contains($0.count) }) ?? true
        else { return nil }
        self.parameters = parameters
        self.salt = salt
        self.tag = tag
        self.legacySalt = legacySalt
    }

    /// Parses only canonical texts within `Argon2Limits`. Nothing is evaluated or allocated for others.
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

    // Splits by bytes: a combining mark after a separator would hide it from a split by characters.
    private static func split(_ text: Substring, at separator: Unicode.Scalar) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false).map { Substring($0) }
    }

    /// Parses a decimal number without sign or leading zero. Ten digits hold every 32-bit value without overflow.
    private static func number(_ text: Substring, named name: String) -> Int? {
        guard text.utf8.starts(with: name.utf8) else { return nil }
        let digits = text.utf8.dropFirst(name.utf8.count)
        guard (1...10).contains(digits.count), digits.first != UInt8(ascii: "0"),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Int(Substring(digits))
    }
}

/// The reason why a stored text is not a verifier. An error for that user, never a wrong passcode.
enum PasscodeHashError: Error, Equatable {
    /// The text is longer than `Argon2Limits.textLength`.
    case tooLong
    /// The text is not a canonical PHC string.
    case malformed
    /// The text is not of Argon2id version 19.
    case unsupportedAlgorithm
    /// A parameter is outside `Argon2Limits`.
    case overLimit
}
