import NIOCore
import NIOHTTP1

/// The validation of `Host` (https://www.rfc-editor.org/rfc/rfc9112#section-3.2): exactly one line in HTTP/1.1, at most
/// one in HTTP/1.0. With duplicate or invalid lines, a proxy and this server might use different hosts.
enum RequestHost {
    static func isValid(_ head: HTTPRequestHead) -> Bool {
        let lines = head.headers["host"]
        guard let host = lines.first else { return head.version == .http1_0 }
        return lines.count == 1 && isValid(host)
    }

    /// Whether the text is a host with an optional port, or empty, as for a target without a host
    /// (https://www.rfc-editor.org/rfc/rfc3986#section-3.2.2). Rejects `IPvFuture`, of which no address is defined.
    static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first else { return true }
        if first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            return isIPv6(text[bytes.index(after: bytes.startIndex)..<end])
                && isPort(bytes[bytes.index(after: end)...])
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return end > bytes.startIndex && isName(bytes[..<end]) && isPort(bytes[end...])
    }

    private static func isIPv6(_ text: Substring) -> Bool {
        // A zone is not allowed in a URI.
        guard !text.utf8.contains(UInt8(ascii: "%")) else { return false }
        return (try? SocketAddress(ipAddress: String(text), port: 0))?.protocol == .inet6
    }

    /// Whether the bytes are empty, or a colon with any number of digits, including zero.
    private static func isPort(_ bytes: Substring.UTF8View) -> Bool {
        bytes.isEmpty || (bytes.first == UInt8(ascii: ":") && bytes.dropFirst().allSatisfy(isDigit))
    }

    /// Whether all bytes are characters of a name, or complete percent-encodings.
    private static func isName(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(isHexDigit) else { return false }
                rest = rest.dropFirst(2)
            } else if !isOfName(byte) {
                return false
            }
        }
        return true
    }

    /// Whether the byte is a character of a name. Excludes the comma, which separates two hosts in joined lines.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "."), UInt8(ascii: "-"): true
        default: isDigit(byte) || "_~!$&'()*+;=".utf8.contains(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
    }
}
