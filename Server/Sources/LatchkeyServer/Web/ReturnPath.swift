import Foundation

/// The page to go to after unlocking: a path on this site, which can be that of an application behind the same reverse
/// proxy. Nothing else is accepted, so that no link of a stranger leads to another site. `paths.js` has the same rule.
struct ReturnPath: Equatable, Sendable {
    static let maximumLength = 2048

    let path: String

    init(_ page: SignedInPage) {
        path = page.rawValue
    }

    /// Returns nil unless the text begins with exactly one slash and is visible ASCII without a backslash or a
    /// fragment.
    init?(_ text: String) {
        let bytes = text.utf8
        let separators = [UInt8(ascii: "/"), UInt8(ascii: "\\")]
        guard bytes.count <= Self.maximumLength, bytes.first == separators[0],
            bytes.dropFirst().first.map({ !separators.contains($0) }) ?? true,
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") && $0 != separators[1] })
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
