import Foundation

/// Base64 (RFC 4648) with exactly one text for each value. A decoder that ignores stray bits would accept two texts for
/// one record.
package enum Base64Text {
    package enum Form: Sendable {
        /// Standard alphabet with padding: keys and sealed records.
        case padded
        /// Standard alphabet without padding: PHC text.
        case unpadded
        /// URL-safe alphabet without padding: tokens.
        case url
    }

    package static func encode(_ bytes: [UInt8], as form: Form) -> String {
        var digits = Data(bytes).base64EncodedData()
        if form != .padded { while digits.last == UInt8(ascii: "=") { digits.removeLast() } }
        if form == .url {
            for index in digits.indices {
                switch digits[index] {
                case UInt8(ascii: "+"): digits[index] = UInt8(ascii: "-")
                case UInt8(ascii: "/"): digits[index] = UInt8(ascii: "_")
                default: break
                }
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Returns nil unless the text is the result of `encode` for some bytes.
    package static func decode(_ text: String, as form: Form) -> [UInt8]? { decode(Array(text.utf8)[...], as: form) }

    /// Returns nil unless the text is the result of `encode` for some bytes.
    package static func decode(_ text: ArraySlice<UInt8>, as form: Form) -> [UInt8]? {
        var digits = text
        if form == .padded {
            guard text.count.isMultiple(of: 4) else { return nil }
            for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
        }
        let values = form == .url ? Self.urlValues : Self.standardValues
        return digits.withUnsafeBufferPointer { digits in
            values.withUnsafeBufferPointer { decode(digits, by: $0) }
        }
    }

    // With buffers, because arrays would check each index. Proof: each four digits write three bytes, and the remaining
    // ones a byte for each eight of their bits, so that the capacity suffices; `values` has an element for each byte.
    private static func decode(_ digits: UnsafeBufferPointer<UInt8>, by values: UnsafeBufferPointer<UInt8>) -> [UInt8]?
    {
        var (bits, count, seen) = (0 as UInt32, 0 as UInt32, 0 as UInt8)
        let bytes = [UInt8](unsafeUninitializedCapacity: digits.count * 3 / 4) { bytes, end in
            var index = 0
            while index + 4 <= digits.count {
                let (a, b) = (values[Int(digits[index])], values[Int(digits[index + 1])])
                let (c, d) = (values[Int(digits[index + 2])], values[Int(digits[index + 3])])
                seen |= a | b | c | d
                let group = UInt32(a) &<< 18 | UInt32(b) &<< 12 | UInt32(c) &<< 6 | UInt32(d)
                bytes[end] = UInt8(truncatingIfNeeded: group &>> 16)
                bytes[end + 1] = UInt8(truncatingIfNeeded: group &>> 8)
                bytes[end + 2] = UInt8(truncatingIfNeeded: group)
                (index, end) = (index + 4, end + 3)
            }
            for digit in digits[index...] {
                let value = values[Int(digit)]
                seen |= value
                bits = bits &<< 6 | UInt32(value)
                count += 6
                guard count >= 8 else { continue }
                count -= 8
                bytes[end] = UInt8(truncatingIfNeeded: bits &>> count)
                end += 1
                bits &= (1 &<< count) &- 1
            }
        }
        // Six remaining bits are an unneeded digit; the remaining bits of the last byte's digit must be zero.
        return seen < 64 && count < 6 && bits == 0 ? bytes : nil
    }

    private static let standardValues = values(of: "+/")
    private static let urlValues = values(of: "-_")

    /// The value of each digit by its code, and 64 for other characters.
    private static func values(of lastDigits: String) -> [UInt8] {
        var values = [UInt8](repeating: 64, count: 256)
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + lastDigits
        for (value, digit) in alphabet.utf8.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }
}
