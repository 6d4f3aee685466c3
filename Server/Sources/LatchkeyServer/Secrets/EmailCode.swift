import LatchkeyCore

/// A code in an email: 40 random bits as eight characters of Crockford's base32
/// (https://www.crockford.com/base32.html), shown as `K7QF-2M9X`.
struct EmailCode: Sendable, RedactedSecrets {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
    private static let length = 8
    /// The maximum length of a typed code: allows separators, but not a whole body.
    private static let maximumTextLength = 64

    /// The code as eight characters without a hyphen: the digested form.
    let canonical: String

    /// The code as shown in the email.
    var text: String { "\(canonical.prefix(4))-\(canonical.suffix(4))" }

    /// Parses a typed code: ignores case, spaces and hyphens, reads O as 0, I and L as 1. Returns nil unless eight
    /// characters of the alphabet remain.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumTextLength else { return nil }
        var characters: [UInt8] = []
        for byte in text.utf8 where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "-") {
            guard let character = Self.canonical(byte) else { return nil }
            characters.append(character)
        }
        guard characters.count == Self.length else { return nil }
        canonical = String(decoding: characters, as: UTF8.self)
    }

    private init(bits: UInt64) {
        let characters = (0..<Self.length).reversed().map { Self.alphabet[Int(bits >> (UInt64($0) * 5)) & 31] }
        canonical = String(decoding: characters, as: UTF8.self)
    }

    static func make(from random: some RandomSource) -> EmailCode {
        EmailCode(bits: random.bytes(5).reduce(0) { $0 << 8 | UInt64($1) })
    }

    private static func canonical(_ byte: UInt8) -> UInt8? {
        let isLowerCase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
        let upper = isLowerCase ? byte - 32 : byte
        switch upper {
        case UInt8(ascii: "O"): return UInt8(ascii: "0")
        case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
        default: return alphabet.contains(upper) ? upper : nil
        }
    }
}
