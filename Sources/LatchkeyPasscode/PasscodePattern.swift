/// The six digits of a passcode, as the rules of ``PasscodePolicy`` use them: `a b c d e f`.
struct PasscodePattern {
    private let a, b, c, d, e, f: Int

    /// - Parameter bytes: The bytes of a ``Passcode``, which are six ASCII digits by construction.
    init(asciiDigits bytes: UnsafeRawBufferPointer) {
        let zero = Int(UInt8(ascii: "0"))
        (a, b, c) = (Int(bytes[0]) - zero, Int(bytes[1]) - zero, Int(bytes[2]) - zero)
        (d, e, f) = (Int(bytes[3]) - zero, Int(bytes[4]) - zero, Int(bytes[5]) - zero)
    }

    /// The six digits as a number below a million.
    var number: Int { left * 1000 + right }
    /// The first three digits as a number.
    var left: Int { a * 100 + b * 10 + c }
    /// The last three digits as a number.
    var right: Int { d * 100 + e * 10 + f }

    var isOneDigit: Bool { isTriples && isPairs && a == b }

    var isRun: Bool { isRunOfDigits || isRunOfTwoDigitNumbers }

    var isPairs: Bool { (a == b && c == d && e == f) || (twos.0 == twos.1 && twos.1 == twos.2) }

    var isTriples: Bool { left == right || (a == b && b == c && d == e && e == f) }

    var isMirrored: Bool { a == f && b == e && c == d }

    var isYear: Bool {
        let isYearTwice = (1950...2029).contains(twos.0 * 100 + twos.1) && twos.2 == twos.1
        // Two-digit years are read as the same eighty years, 1950 to 2029.
        let isFirstOfJanuary = left == 10 && d == 1 && !(30..<50).contains(twos.2)
        return isYearTwice || isFirstOfJanuary
    }

    private var twos: (Int, Int, Int) { (a * 10 + b, c * 10 + d, e * 10 + f) }

    private var isRunOfDigits: Bool {
        let step = (b - a + 10) % 10
        // Steps of one and two, up and down. The digits wrap around, since 0 follows 9 on a number pad.
        guard [1, 2, 8, 9].contains(step) else { return false }
        return [(b, c), (c, d), (d, e), (e, f)].allSatisfy { ($1 - $0 + 10) % 10 == step }
    }

    private var isRunOfTwoDigitNumbers: Bool {
        let step = twos.1 - twos.0
        return abs(step) == 1 && twos.2 - twos.1 == step
    }
}
