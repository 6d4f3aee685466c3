import Foundation

/// The default page after sign-in and unlock, and the target of `/`.
struct HomePage: Equatable, Sendable {
    /// A path on this site, or the URL of the team's application.
    let location: String
    /// Whether `/` shows sample tickets, in development.
    let showsDesk: Bool

    /// - Parameters:
    ///   - url: `LATCHKEY_HOME_URL`; nil if it is not set.
    ///   - isDevelopment: Whether `/` shows the sample tickets.
    init(url: String?, isDevelopment: Bool) {
        showsDesk = isDevelopment
        location = url ?? (isDevelopment ? "/" : SignedInPage.securitySettings.rawValue)
    }

    /// Returns the target of `/`; nil if it shows sample tickets. Never `/` itself: a request for `/` reaches this
    /// server only if no proxy routes it to the application.
    func destinationOfRoot(_ publicURL: PublicURL?) -> String? {
        guard !showsDesk else { return nil }
        return HomePath(location, on: publicURL)?.isRoot == true ? SignedInPage.securitySettings.rawValue : location
    }

    /// Parses `LATCHKEY_HOME_URL`: an http or https URL, or a path on this site. Returns nil for other texts.
    static func parse(_ text: String) -> String? {
        if let path = ReturnPath(text) { return path.path }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased()),
            let host = parts.host, !host.isEmpty, parts.user == nil, parts.password == nil
        else { return nil }
        return text
    }
}

/// The path, query and fragment of a home URL on this site.
struct HomePath: Equatable, Sendable {
    private let text: String

    /// - Parameters:
    ///   - home: A path, or a URL with a host.
    ///   - site: The URL of the server; nil if it is not known yet.
    /// - Returns: Nil for a home on another site.
    init?(_ home: String, on site: PublicURL?) {
        if home.hasPrefix("/") {
            text = home
            return
        }
        guard let site, var parts = URLComponents(string: home) else { return nil }
        text =
            parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
            + (parts.percentEncodedFragment.map { "#" + $0 } ?? "")
        (parts.percentEncodedPath, parts.percentEncodedQuery, parts.percentEncodedFragment) = ("", nil, nil)
        guard parts.string.flatMap({ PublicURL($0) })?.origin == site.origin else { return nil }
    }

    /// Whether it is the root without a query, which a proxy may route to the application.
    var isRoot: Bool { text.isEmpty || text == "/" }

    /// Whether it is a page that redirects an unlocked session home, as browsers and the router read its path.
    var leadsBack: Bool { !isRoot && [[], ["lock"], ["sign-in"]].contains(segments) }

    private var segments: [String] {
        text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").reduce(into: []) { segments, segment in
            switch segment.removingPercentEncoding ?? String(segment) {
            case ".": break
            case "..": _ = segments.popLast()
            case let segment: segments.append(segment)
            }
        }
    }
}
