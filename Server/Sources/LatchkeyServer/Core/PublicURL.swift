import Foundation

/// The URL at which people reach the server: the base of links in mails, and the one origin that cookies work for.
struct PublicURL: Sendable, Equatable {
    /// `https://lock.example`, without a slash at the end.
    let origin: String
    let host: HostName
    let isHTTPS: Bool

    /// Returns nil unless the text is http or https, with a host and nothing behind it.
    init?(_ text: String) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = HostName(of: parts), parts.user == nil, parts.query == nil,
            parts.fragment == nil, ["", "/"].contains(parts.path)
        else { return nil }
        // Browsers leave the standard port out of an origin.
        let standardPort = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == standardPort ? nil : ":\($0)" } ?? ""
        self.host = host
        isHTTPS = scheme == "https"
        origin = "\(scheme)://\(host.text)\(port)"
    }

    var isLoopback: Bool { host.isLoopback }
}
