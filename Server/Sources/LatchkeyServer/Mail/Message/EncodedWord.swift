import Foundation

/// Text in a header, as RFC 2047 has it.
enum EncodedWord {
    /// Returns printable ASCII as it is, and everything else in encoded words of UTF-8: no line end gets through.
    static func encode(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) || text.contains("=?") else {
            return text
        }
        var words: [String] = []
        var word: [UInt8] = []
        // A word has 75 bytes at most, its frame and base64 included, and holds whole characters.
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if word.count + bytes.count > 45 {
                words.append(frame(word))
                word = []
            }
            word += bytes
        }
        return (words + [frame(word)]).joined(separator: "\r\n ")
    }

    private static func frame(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Data(bytes).base64EncodedString())?=" }
}
