/// A parser for the text of a bracketed paste, up to `ESC [ 201 ~`.
struct PastedText: Equatable {
    /// The length of a piece in bytes, so that a paste without an end does not fill memory.
    static let limit = 64 * 1024
    private static let end: [UInt8] = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []

    /// Adds a byte. Returns a piece of text when it is long enough, or when the paste is complete.
    mutating func take(_ byte: UInt8) -> (text: String?, isComplete: Bool) {
        var piece: String?
        if bytes.count >= Self.limit, mayCut(before: byte) { piece = flush() }
        bytes.append(byte)
        guard byte == Self.end.last, bytes.suffix(Self.end.count).elementsEqual(Self.end) else { return (piece, false) }
        bytes.removeLast(Self.end.count)
        return (flush(), true)
    }

    /// Returns the text so far, and clears it.
    mutating func flush() -> String? {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes.isEmpty ? nil : Self.text(of: bytes)
    }

    /// Whether a piece can end here: not within a character, a line end or the end mark, unless the piece gets too
    /// long.
    private func mayCut(before byte: UInt8) -> Bool {
        if bytes.count >= Self.limit + 64 { return true }
        let isWithinCharacter = byte & 0xC0 == 0x80
        let isWithinLineEnd = byte == 0x0A
        return !isWithinCharacter && !isWithinLineEnd && !bytes.suffix(Self.end.count).contains(0x1B)
    }

    private static func text(of bytes: [UInt8]) -> String {
        var text = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            defer { previous = scalar }
            switch scalar {
            case "\n" where previous == "\r": continue
            case "\r", "\n": text.append("\n")
            case "\t": text.append(scalar)
            default: if scalar.properties.generalCategory != .control { text.append(scalar) }
            }
        }
        return String(text)
    }
}
