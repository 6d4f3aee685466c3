import Foundation

/// The public URL of the server: the base of links in emails, and the only origin that may use cookies.
struct PublicURL: Sendable, Equatable {
    /// The origin, such as `https://lock.example`, without a trailing slash.
    let origin: String
    let host: HostName
    let isHTTPS: Bool

    /// Returns nil unless the text is http or https with a host and no path.
    init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = HostName(of: parts), parts.user == nil, parts.query == nil,
            parts.fragment == nil, ["", "/"].contains(parts.path)
        else { return nil }
        // Browsers omit the default port from an origin.
        let standardPort = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == standardPort ? nil : ":\($0)" } ?? ""
        self.host = host
        isHTTPS = scheme == "https"
        origin = "\(scheme)://\(host.text)\(port)"
    }

    var isLoopback: Bool { host.isLoopback }
}
