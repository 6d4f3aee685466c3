import NIOHTTP1

/// The `Host` of a request (https://www.rfc-editor.org/rfc/rfc9112#section-3.2): one line in HTTP/1.1, at most one in
/// HTTP/1.0. Of two, a proxy in front and this server might each believe another.
enum RequestHost {
    static func isValid(_ head: HTTPRequestHead) -> Bool {
        let lines = head.headers["host"]
        guard let host = lines.first else { return head.version == .http1_0 }
        return lines.count == 1 && host.utf8.allSatisfy(isAllowed)
    }

    /// The characters of a host and a port; not those that separate them from anything else.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~!$&'()*+;=%:[]".utf8.contains(byte)
        }
    }
}
