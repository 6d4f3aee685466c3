import Foundation

/// Where a page sends its reader once the lock is open: a path on this site, which may be one of an application behind
/// the same reverse proxy. Nothing else is followed, so that no link made by a stranger leads off this site;
/// `paths.js` has the same rule.
struct ReturnPath: Equatable, Sendable {
    static let maximumLength = 2048

    let path: String

    init(_ page: SignedInPage) {
        path = page.rawValue
    }

    /// Nil unless the text begins with one slash, as a browser reads it, and is visible ASCII without a fragment.
    init?(_ text: String) {
        let bytes = text.utf8
        let separators = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
        guard bytes.count <= Self.maximumLength, bytes.first == separators[0],
            bytes.dropFirst().first.map({ !separators.contains($0) }) ?? true,
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != separators[1] })
        else { return nil }
        path = text
    }

    /// Reads `next` from a query. It is the last member and counts to the end, so that a proxy, which may not be able
    /// to encode it, writes `?next=/tickets?page=2&order=date`. Nil where there is none or one not to be followed.
    init?(query: String?) {
        let text = query.flatMap { $0.firstMatch(of: /(?:^|&)next=(.*)/) }.map { String($0.1) } ?? ""
        self.init(text.hasPrefix("/") ? text : text.removingPercentEncoding ?? "")
    }

    /// Returns the path of a page that leads back here afterwards.
    func returning(from page: String) -> String {
        page + (page.contains("?") ? "&" : "?") + "next=" + path
    }
}
