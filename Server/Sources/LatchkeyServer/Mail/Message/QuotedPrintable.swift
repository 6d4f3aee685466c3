/// Text in ASCII and short lines, as RFC 2045, 6.7 has it.
enum QuotedPrintable {
    private static let maximumLine = 76
    private static let digits = Array("0123456789ABCDEF")

    /// Lines end in a line feed before and after.
    static func encode(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { encodeLine($0) }.joined(separator: "\n")
    }

    private static func encodeLine(_ line: Substring) -> String {
        var lines = [""]
        let bytes = Array(line.utf8)
        for (index, byte) in bytes.enumerated() {
            let isSpace = byte == 0x20 || byte == 0x09
            // A space at the end of a line may be lost on the way.
            let isPlain = isSpace ? index < bytes.count - 1 : (0x21...0x7E).contains(byte) && byte != 0x3D
            let unit =
                isPlain
                ? String(UnicodeScalar(byte)) : "=\(digits[Int(byte >> 4)])\(digits[Int(byte & 0xF)])"
            // One place is left for the sign that the line goes on.
            if lines[lines.count - 1].utf8.count + unit.utf8.count > maximumLine - 1 {
                lines[lines.count - 1] += "="
                lines.append("")
            }
            lines[lines.count - 1] += unit
        }
        return lines.joined(separator: "\n")
    }
}
