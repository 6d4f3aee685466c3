import Foundation

/// The page to open after unlocking: a path on this site, possibly of an application behind the same proxy. Other URLs
/// are rejected, so that links cannot redirect to another site. `paths.js` has the same rule.
struct ReturnPath: Equatable, Sendable {
    /// A request with the path as `next` fits into 8,192 bytes, the limit of nginx and Apache for the request line. The
    /// proxies in `deploy` never send longer ones.
    static let maximumLength = 8000

    let path: String

    /// Returns nil unless the text starts with exactly one slash and is visible ASCII without a fragment. Browsers read
    /// a backslash as a slash, except in the query.
    init?(_ text: String) {
        let bytes = text.utf8
        let beforeQuery = bytes.prefix { $0 != UInt8(ascii: "?") }
        guard bytes.count <= Self.maximumLength, bytes.first == UInt8(ascii: "/"),
            bytes.dropFirst().first != UInt8(ascii: "/"), !beforeQuery.contains(UInt8(ascii: "\\")),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { return nil }
        path = text
    }

    /// Reads `next` from a query. It is the last member and extends to the end, so that a proxy without encoding can
    /// write `?next=/tickets?page=2&order=date`. Returns nil if it is absent or rejected.
    init?(query: String?) {
        let text = query.flatMap { $0.firstMatch(of: /(?:^|&)next=(.*)/) }.map { String($0.1) } ?? ""
        self.init(text.hasPrefix("/") ? text : text.removingPercentEncoding ?? "")
    }

    /// Returns the path of a page that then returns to this one.
    func returning(from page: String) -> String {
        page + (page.contains("?") ? "&" : "?") + "next=" + path
    }
}
