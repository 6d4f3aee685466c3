import Foundation

/// Where one goes after signing in or unlocking without a page that was wanted, and from `/`.
struct HomePage: Equatable, Sendable {
    /// A path on this site, or the URL of the team's application.
    let location: String
    /// In development `/` shows a desk with sample tickets.
    let showsDesk: Bool

    init(_ settings: Settings) {
        showsDesk = settings.isDevelopment
        location = settings.homeURL ?? (settings.isDevelopment ? "/" : SignedInPage.securitySettings.rawValue)
    }

    /// Where `/` leads; nil when it shows the desk. Never back to itself: who asks this server for `/` although home is
    /// there has no proxy in front that keeps `/` for the application.
    func destinationOfRoot(_ publicURL: PublicURL?) -> String? {
        guard !showsDesk else { return nil }
        return HomePath(location, on: publicURL)?.isRoot == true ? SignedInPage.securitySettings.rawValue : location
    }

    /// Reads `LATCHKEY_HOME_URL`: an http or https URL, or a path on this site. Nil for anything else.
    static func parse(_ text: String) -> String? {
        if let path = ReturnPath(text) { return path.path }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil
        else { return nil }
        return text
    }
}
