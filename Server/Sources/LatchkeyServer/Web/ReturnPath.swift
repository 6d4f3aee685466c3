import Foundation

/// The page to go to after unlocking: a path on this site, which can be that of an application behind the same reverse
/// proxy. Nothing else is accepted, so that no link of a stranger leads to another site. `paths.js` has the same rule.
struct ReturnPath: Equatable, Sendable {
    /// A request for a page with the path as `next` fits into the 8,192 bytes that nginx and Apache allow its first
    /// line. The proxies in `deploy` send no longer one.
    static let maximumLength = 8000

    let path: String

    init(_ page: SignedInPage) {
        path = page.rawValue
    }

    /// Returns nil unless the text begins with exactly one slash and is visible ASCII without a fragment. A backslash
    /// is a slash to a browser, except in the query.
    init?(_ text: String) {
        let bytes = text.utf8
        let beforeQuery = bytes.prefix { $0 != UInt8(ascii: "?") }
        guard bytes.count <= Self.maximumLength, bytes.first == UInt8(ascii: "/"),
            bytes.dropFirst().first != UInt8(ascii: "/"), !beforeQuery.contains(UInt8(ascii: "\\")),
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
        else { return nil }
        path = text
    }

    /// Reads `next` from a query. It is the last member and extends to the end, so that a proxy that cannot encode it
    /// can write `?next=/tickets?page=2&order=date`. Returns nil if it is absent or not accepted.
    init?(query: String?) {
        let text = query.flatMap { $0.firstMatch(of: /(?:^|&)next=(.*)/) }.map { String($0.1) } ?? ""
        self.init(text.hasPrefix("/") ? text : text.removingPercentEncoding ?? "")
    }

    /// Returns the path of a page that afterwards leads back to this one.
    func returning(from page: String) -> String {
        page + (page.contains("?") ? "&" : "?") + "next=" + path
    }
}
