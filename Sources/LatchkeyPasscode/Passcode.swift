public import LatchkeyCore

/// A passcode as its owner typed it: exactly six ASCII digits, leading zeros kept.
///
/// The value never shows its digits (its description is `Passcode(••••••)`), cannot be encoded, compared with `==` or
/// hashed, and wipes its memory when the last copy of it goes away. The text it was made from belongs to the caller:
/// Swift's strings cannot be wiped, so let that one go as soon as the passcode is made.
public struct Passcode: Sendable, RedactedSecrets {
    /// The number of digits in every passcode.
    public static let length = 6

    /// Shared by the copies of this value, so that there is one place to wipe.
    private let bytes: WipedBytes

    /// Returns nil unless the text is exactly six characters from `0` to `9`.
    ///
    /// Digits of other scripts, full-width digits, blanks and combining marks are refused: two texts that look alike
    /// must not become different secrets.
    public init?(_ text: String) {
        // The UTF-8 view sees what is there; `Character.isNumber` would let Arabic-Indic and full-width digits in.
        let utf8 = text.utf8
        guard utf8.count == Self.length, utf8.allSatisfy(Self.asciiDigits.contains) else { return nil }
        bytes = WipedBytes(copying: utf8)
    }

    /// Whether both hold the same six digits, found in a time that does not depend on where they differ.
    public func matches(_ other: Passcode) -> Bool {
        bytes.withUnsafeBytes { mine in
            other.bytes.withUnsafeBytes { theirs in
                // No early way out of the loop: both have the same length by construction.
                zip(mine, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
            }
        }
    }

    /// Lends the six ASCII bytes, for a key derivation function. They are wiped later: do not keep the pointer.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    private static let asciiDigits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
