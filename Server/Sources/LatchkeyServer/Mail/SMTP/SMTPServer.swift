import Foundation
import LatchkeySecrets

/// A mail server, and how to connect to it: `smtp://USER:PASSWORD@HOST:PORT?ca=FILE`.
struct SMTPServer: Equatable, Sendable {
    /// The encryption of the connection. The certificate is always checked.
    enum Security: Equatable, Sendable {
        /// From the first byte (RFC 8314, 3): `smtps://`.
        case tls
        /// After a first plain greeting (RFC 3207): `smtp://`. Where it is not offered nothing is sent.
        case startTLS
        /// Only for a host on the loopback, and only when asked for: `?tls=none`.
        case none
    }

    struct Login: Equatable, Sendable, RedactedSecrets {
        let user: String
        let password: String
    }

    let host: String
    let port: Int
    let security: Security
    /// Nil: the server takes mails from this machine as it is.
    let login: Login?
    /// Certificates to trust in place of the system's.
    let caFile: String?

    /// Returns nil unless all of the URL is understood: an unknown option may be meant as a protection.
    init?(url text: String) {
        guard let parts = URLComponents(string: text), let host = parts.host?.lowercased(), !host.isEmpty,
            ["", "/"].contains(parts.path), parts.fragment == nil, (1...65_535).contains(parts.port ?? 25)
        else { return nil }
        let isImplicit = parts.scheme == "smtps"
        var security: Security = isImplicit ? .tls : .startTLS
        var caFile: String?
        for item in parts.queryItems ?? [] {
            switch (item.name, item.value) {
            case ("ca", let file?) where !file.isEmpty && caFile == nil: caFile = file
            case ("tls", "none") where !isImplicit && PublicURL.loopbackHosts.contains(host): security = .none
            default: return nil
            }
        }
        switch (parts.user, parts.password) {
        case (nil, nil): login = nil
        case (let user?, let password?) where Self.isOneLine(user + password) && !user.isEmpty:
            login = Login(user: user, password: password)
        default: return nil
        }
        self.host = host
        port = parts.port ?? (isImplicit ? 465 : 587)
        self.security = security
        self.caFile = caFile
    }

    /// For libcurl.
    var url: String {
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        return "\(security == .tls ? "smtps" : "smtp")://\(name):\(port)"
    }

    private static func isOneLine(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
