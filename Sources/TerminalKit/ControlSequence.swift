/// The sequence of a key that is not a character, parsed byte by byte.
///
/// See ECMA-48, section 5.4: <https://ecma-international.org/publications-and-standards/standards/ecma-48/>, and
/// <https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>, "PC-Style Function Keys".
struct ControlSequence: Equatable {
    /// `ESC [` or `ESC O`.
    enum Introducer: Equatable { case csi, ss3 }

    /// The effect of the next byte.
    enum Step: Equatable {
        case more
        /// The sequence is complete; nil for an unknown key.
        case key(Key?)
        case pasteBegins
        /// The byte does not belong to the sequence.
        case broken
    }

    /// The maximum length of a sequence in bytes: no known key is longer. A longer one is parsed to its end and
    /// ignored.
    private static let limit = 16

    let introducer: Introducer
    private var bytes: [UInt8] = []
    private var isTooLong = false

    init(_ introducer: Introducer) { self.introducer = introducer }

    mutating func take(_ byte: UInt8) -> Step {
        switch byte {
        case 0x20...0x3F:
            if bytes.count < Self.limit { bytes.append(byte) } else { isTooLong = true }
            return .more
        case UInt8(ascii: "["):
            // Linux's console sends `ESC [ [ A` for F1: the letter belongs to the sequence.
            guard introducer == .csi, bytes.isEmpty else { return .key(nil) }
            isTooLong = true
            bytes.append(byte)
            return .more
        case 0x40...0x7E:
            return isTooLong ? .key(nil) : finish(byte)
        default:
            return .broken
        }
    }

    private func finish(_ final: UInt8) -> Step {
        if introducer == .csi, final == UInt8(ascii: "~") {
            return firstNumber == 200 ? .pasteBegins : .key(Self.numbered[firstNumber])
        }
        if let key = Self.lettered[final] { return .key(key) }
        switch (introducer, final) {
        case (.csi, UInt8(ascii: "Z")): return .key(.backTab)
        case (.ss3, UInt8(ascii: "M")): return .key(.enter)
        // The number pad in application mode.
        case (.ss3, UInt8(ascii: "p")...UInt8(ascii: "y")):
            return .key(.character(Character(Unicode.Scalar(final - 0x40))))
        default: return .key(nil)
        }
    }

    /// The number before the first `;`, or 0.
    private var firstNumber: Int {
        let digits = bytes.prefix { $0 != UInt8(ascii: ";") }
        return Int(String(decoding: digits, as: UTF8.self)) ?? 0
    }

    private static let lettered: [UInt8: Key] = [
        UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    ]
    private static let numbered: [Int: Key] = [
        1: .home, 3: .delete, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end,
    ]
}
