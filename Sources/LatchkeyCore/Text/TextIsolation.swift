/// The isolation of values in texts, so that a name or an address does not reorder the text around it (UAX #9, 2.7).
public enum TextIsolation {
    /// The blocks of letters and marks from right to left, as in the server's `messages.js`.
    private static let rightToLeft: [ClosedRange<Unicode.Scalar>] = [
        "\u{590}"..."\u{8FF}", "\u{200F}"..."\u{200F}", "\u{202B}"..."\u{202B}", "\u{202E}"..."\u{202E}",
        "\u{FB1D}"..."\u{FDFF}", "\u{FE70}"..."\u{FEFC}", "\u{10800}"..."\u{10FFF}", "\u{1E800}"..."\u{1EFFF}",
    ]

    /// Returns the value between isolate characters if it or the text runs from right to left. Others do not need them,
    /// and users would copy them with an address.
    ///
    /// - Parameters:
    ///   - value: The text to place in a sentence.
    ///   - isRightToLeft: Whether the text around it is written from right to left.
    public static func isolated(_ value: String, inRightToLeftText isRightToLeft: Bool) -> String {
        let needsMarks =
            isRightToLeft
            || value.unicodeScalars.contains { letter in rightToLeft.contains { $0.contains(letter) } }
        return needsMarks ? "\u{2068}\(value)\u{2069}" : value
    }
}
