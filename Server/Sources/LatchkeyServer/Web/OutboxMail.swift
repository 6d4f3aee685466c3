import Foundation

/// The parts of a mail that the outbox folder's files have: headers, and a plain text in one part or the first of many.
/// It reads what this server writes, not every mail there is.
struct OutboxMail {
    /// By lower-cased name; folded lines are joined, encoded words are decoded.
    var headers: [String: String]
    private var body: String

    /// Returns nil when the text has no headers or no body.
    init?(_ source: String) {
        let text = source.replacingOccurrences(of: "\r\n", with: "\n")
        guard let (head, body) = Self.cut(text) else { return nil }
        headers = Self.headers(head)
        guard !headers.isEmpty else { return nil }
        self.body = body
    }

    /// Returns nil when there is no `text/plain` part.
    var plainText: String? {
        let type = headers["content-type"] ?? "text/plain"
        guard type.lowercased().hasPrefix("multipart/") else {
            return type.lowercased().hasPrefix("text/plain") ? body.trimmingCharacters(in: .newlines) : nil
        }
        guard let boundary = Self.boundary(type) else { return nil }
        for part in ("\n" + body).components(separatedBy: "\n--\(boundary)").dropFirst() {
            guard let (head, text) = Self.cut(part.trimmingPrefix("\n")),
                (Self.headers(head)["content-type"] ?? "").lowercased().hasPrefix("text/plain")
            else { continue }
            return text.trimmingCharacters(in: .newlines)
        }
        return nil
    }

    /// Returns the time of a `Date` header (RFC 5322), or nil.
    static func date(_ header: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "EEE, d MMM yyyy HH:mm:ss Z"
        return formatter.date(from: header)
    }

    private static func cut(_ text: some StringProtocol) -> (String, String)? {
        guard let gap = text.range(of: "\n\n") else { return nil }
        return (String(text[..<gap.lowerBound]), String(text[gap.upperBound...]))
    }

    private static func headers(_ head: String) -> [String: String] {
        var headers: [String: String] = [:]
        let unfolded = head.replacing(#/\n[ \t]+/#, with: " ")
        for line in unfolded.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
            headers[line[..<colon].lowercased()] = decoded(value)
        }
        return headers
    }

    private static func boundary(_ contentType: String) -> String? {
        guard let match = contentType.firstMatch(of: #/boundary="?([^";\s]+)"?/#.ignoresCase()) else { return nil }
        return String(match.1)
    }

    /// RFC 2047, base64 in UTF-8 only: how a subject beyond ASCII is written.
    private static func decoded(_ value: String) -> String {
        let joined = value.replacing(#/\?=\s+=\?/#, with: "?==?")
        return joined.replacing(#/=\?utf-8\?b\?([A-Za-z0-9+\/=]*)\?=/#.ignoresCase()) { match in
            Data(base64Encoded: String(match.1)).flatMap { String(data: $0, encoding: .utf8) } ?? String(match.0)
        }
    }
}
