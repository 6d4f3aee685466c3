import Foundation

/// The path of a home on the lock's own site, and what follows it.
struct HomePath: Equatable, Sendable {
    private let text: String

    /// - Parameters:
    ///   - home: A path, or a URL with a host.
    ///   - site: Where people reach the server; nil where that is not known yet.
    /// - Returns: nil for a home elsewhere.
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

    /// The root, and nothing behind it. Where a proxy in front keeps it for the application, it is a home like any other.
    var isRoot: Bool { text.isEmpty || text == "/" }

    /// Whether it is a page that sends an open session home again, as a browser and the router read its path.
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
