/// A parser from a terminal's bytes to keys, wherever the bytes are split.
///
/// An unknown sequence is skipped as a whole, and malformed UTF-8 becomes U+FFFD. Between two calls the parser stores
/// only a few bytes, except of a paste, which it returns in pieces.
struct KeyParser {
    private enum State: Equatable {
        case ground
        /// The bytes of a character so far, and its length. A skipped character is not a key.
        case character([UInt8], count: Int, isSkipped: Bool)
        case escape
        case sequence(ControlSequence)
        /// A string in the terminal's response to a query. It ends with BEL or `ESC \`.
        case string
        /// `ESC` and an intermediate byte; the next byte from 0x30 on ends the sequence.
        case intermediate
        case paste(PastedText)
    }

    private static let escape: UInt8 = 0x1B
    private static let interrupt: UInt8 = 0x03

    private var state = State.ground
    private var keys: [Key] = []

    /// Whether the bytes so far are ambiguous. Call ``timeOut()`` when no more follow within 50 ms.
    var isUndecided: Bool {
        switch state {
        case .escape, .sequence, .string, .intermediate: true
        case .ground, .character, .paste: false
        }
    }

    /// Returns the keys that are complete with these bytes.
    mutating func parse(_ bytes: some Sequence<UInt8>) -> [Key] {
        for byte in bytes { take(byte) }
        return takeKeys()
    }

    /// Resolves the ambiguity: a lone `ESC` was the key, and an incomplete sequence is dropped.
    mutating func timeOut() -> [Key] {
        guard isUndecided else { return [] }
        if state == .escape { keys.append(.escape) }
        state = .ground
        return takeKeys()
    }

    private mutating func takeKeys() -> [Key] {
        defer { keys = [] }
        return keys
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: begin(byte)
        case .character(let bytes, let count, let isSkipped):
            takeContinuation(byte, after: bytes, count: count, isSkipped: isSkipped)
        case .escape: takeAfterEscape(byte)
        case .sequence(let sequence): take(byte, in: sequence)
        case .string: takeInString(byte)
        case .intermediate: takeAfterIntermediate(byte)
        case .paste(let text): take(byte, in: text)
        }
    }

    private mutating func begin(_ byte: UInt8, isSkipped: Bool = false) {
        state = .ground
        switch byte {
        case Self.escape: state = .escape
        case 0x00..<0x20, 0x7F: if let key = Self.controls(byte) { keys.append(key) }
        case 0x20..<0x7F: if !isSkipped { keys.append(.character(Character(Unicode.Scalar(byte)))) }
        case 0xC2...0xDF: state = .character([byte], count: 2, isSkipped: isSkipped)
        case 0xE0...0xEF: state = .character([byte], count: 3, isSkipped: isSkipped)
        case 0xF0...0xF4: state = .character([byte], count: 4, isSkipped: isSkipped)
        default: if !isSkipped { keys.append(.character("\u{FFFD}")) }
        }
    }

    private mutating func takeContinuation(_ byte: UInt8, after former: [UInt8], count: Int, isSkipped: Bool) {
        guard byte & 0xC0 == 0x80 else {
            keys.append(.character("\u{FFFD}"))
            return begin(byte)
        }
        let bytes = former + [byte]
        guard bytes.count == count else {
            state = .character(bytes, count: count, isSkipped: isSkipped)
            return
        }
        state = .ground
        guard !isSkipped else { return }
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let scalar: Unicode.Scalar = if let first = scalars.first, scalars.count == 1 { first } else { "\u{FFFD}" }
        // U+0080 to U+009F: an eight-bit terminal would interpret these.
        if scalar.properties.generalCategory != .control { keys.append(.character(Character(scalar))) }
    }

    private mutating func takeAfterEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence(ControlSequence(.csi))
        case UInt8(ascii: "O"): state = .sequence(ControlSequence(.ss3))
        // DCS, SOS, OSC, PM, APC.
        case UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "]"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            state = .string
        case 0x20...0x2F: state = .intermediate
        case 0x00..<0x20, 0x7F:
            // Two keys in one read: Ctrl-C after `ESC` must not be lost.
            keys.append(.escape)
            begin(byte)
        default: begin(byte, isSkipped: true)
        }
    }

    private mutating func take(_ byte: UInt8, in former: ControlSequence) {
        var sequence = former
        switch sequence.take(byte) {
        case .more: state = .sequence(sequence)
        case .key(let key):
            if let key { keys.append(key) }
            state = .ground
        case .pasteBegins: state = .paste(PastedText())
        case .broken: begin(byte)
        }
    }

    private mutating func takeInString(_ byte: UInt8) {
        switch byte {
        case 0x07: state = .ground
        // `ESC \` ends it; `\` after an ESC is skipped there.
        case Self.escape: state = .escape
        case Self.interrupt: begin(byte)
        default: break
        }
    }

    private mutating func takeAfterIntermediate(_ byte: UInt8) {
        switch byte {
        case 0x20...0x2F: break
        case 0x30...0x7E: state = .ground
        default: begin(byte)
        }
    }

    private mutating func take(_ byte: UInt8, in former: PastedText) {
        var text = former
        // Releases the copy in `state`, so that the bytes are not copied for each one.
        state = .ground
        // Pasted text contains no Ctrl-C, so Ctrl-C works even if the end of a paste is lost.
        if byte == Self.interrupt {
            if let rest = text.flush() { keys.append(.paste(rest)) }
            return begin(byte)
        }
        let (piece, isComplete) = text.take(byte)
        if let piece { keys.append(.paste(piece)) }
        if !isComplete { state = .paste(text) }
    }

    private static func controls(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x00: nil
        case 0x08, 0x7F: .backspace
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
        default: .control(Character(Unicode.Scalar(byte + 0x40)))
        }
    }
}
