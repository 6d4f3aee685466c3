import Foundation

/// An RFC 5322 message with a plain and an HTML part.
struct MIMEMessage: Sendable {
    /// The transfer encoding of the parts.
    enum Encoding: String, Sendable {
        /// UTF-8, for files that users and programs read.
        case eightBit = "8bit"
        /// ASCII in lines of 76 characters (RFC 2045, 6.8), which every mail server accepts.
        case base64
    }

    let email: OutgoingEmail
    let encoding: Encoding

    /// The message with CR LF line endings.
    var text: String {
        let boundary = "latchkey-\(email.id)"
        let headers = [
            "From: \(email.from.header)", "To: \(email.recipient)",
            "Subject: \(EncodedWord.encode(email.content.subject))",
            "Date: \(email.createdAt.date.headerText) +0000", "Message-ID: \(email.messageID)",
            "Auto-Submitted: auto-generated", "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"", "",
        ]
        let lines =
            headers + part("plain", email.content.text, boundary) + part("html", email.content.html, boundary)
            + ["--\(boundary)--", ""]
        return Self.wireLines(lines.joined(separator: "\n"))
    }

    private func part(_ kind: String, _ text: String, _ boundary: String) -> [String] {
        [
            "--\(boundary)", "Content-Type: text/\(kind); charset=utf-8",
            "Content-Transfer-Encoding: \(encoding.rawValue)", "",
            encoding == .eightBit ? text : Self.base64(text),
        ]
    }

    private static func base64(_ text: String) -> String {
        Data(wireLines(text).utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
    }

    private static func wireLines(_ text: String) -> String {
        text.replacing("\r\n", with: "\n").replacing("\n", with: "\r\n")
    }
}

/// Encoded words in headers (RFC 2047).
enum EncodedWord {
    /// Returns printable ASCII unchanged, and everything else in encoded UTF-8, so that no line ending remains.
    static func encode(_ text: String) -> String {
        guard !text.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) || text.contains("=?") else {
            return text
        }
        var words: [String] = []
        var word: [UInt8] = []
        // A word has at most 75 bytes with its frame, and contains whole characters.
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
