public import LatchkeyCore

/// A passcode of exactly six ASCII digits, including leading zeros.
///
/// The description is redacted (`Passcode(••••••)`). The value cannot be encoded, hashed, or compared with `==`, and
/// its memory is wiped when the last copy is released. Swift strings cannot be wiped: release the text that you create
/// it from as soon as possible.
public struct Passcode: Sendable, RedactedSecrets {
    /// The number of digits in every passcode.
    public static let length = 6

    /// Shared by the copies of this value, so that only one place must be wiped.
    private let bytes: WipedBytes

    /// Returns nil unless the text is exactly six characters from `0` to `9`.
    ///
    /// Digits of other scripts, full-width digits, blanks and combining marks are rejected: two texts that look alike
    /// must not become different secrets.
    public init?(_ text: String) {
        // The UTF-8 view has the actual bytes; `Character.isNumber` would accept Arabic-Indic and full-width digits.
        let utf8 = text.utf8
        guard utf8.count == Self.length, utf8.allSatisfy(Self.asciiDigits.contains) else { return nil }
        bytes = WipedBytes(copying: utf8)
    }

    /// Whether both have the same six digits, compared in constant time.
    public func matches(_ other: Passcode) -> Bool {
        bytes.withUnsafeBytes { mine in
            other.bytes.withUnsafeBytes { theirs in
                // The loop must not end early. Both have the same length by construction.
                zip(mine, theirs).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
            }
        }
    }

    /// Calls the body with the six ASCII bytes, for a key derivation function. They are wiped later: do not keep the
    /// pointer.
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try bytes.withUnsafeBytes(body)
    }

    private static let asciiDigits = UInt8(ascii: "0")...UInt8(ascii: "9")
}
