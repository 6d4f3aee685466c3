import Foundation
import LatchkeyCore
import LatchkeyEncoding

/// A mail server and its options: `smtp://USER:PASSWORD@HOST:PORT?ca=FILE&ehlo=NAME`.
struct SMTPServer: Equatable, Sendable {
    /// The encryption of the connection. The certificate is always verified.
    enum Security: Equatable, Sendable {
        /// TLS from the start (RFC 8314, 3): `smtps://`.
        case tls
        /// STARTTLS (RFC 3207): `smtp://`. Without it, nothing is sent.
        case startTLS
        /// No encryption, only for a loopback host with `?tls=none`.
        case none
    }

    struct Login: Equatable, Sendable, RedactedSecrets {
        let user: String
        let password: String
    }

    let host: HostName
    let port: Int
    let security: Security
    /// The user name and password; nil if the server requires no authentication.
    let login: Login?
    /// The file of trusted certificates, instead of the system's.
    let caFile: String?
    /// The EHLO name. Many mail servers require a qualified one.
    let ehloName: String

    /// Returns nil unless the whole URL is understood, because an unknown option may be meant as a protection.
    ///
    /// - Parameter publicURL: Its host is the default ``ehloName``.
    init?(url text: String, at publicURL: PublicURL? = nil) {
        guard let parts = URLComponents(string: text), let host = HostName(of: parts), ["", "/"].contains(parts.path),
            parts.fragment == nil, (1...65_535).contains(parts.port ?? 25)
        else { return nil }
        let isImplicit = parts.scheme == "smtps"
        var security: Security = isImplicit ? .tls : .startTLS
        var caFile: String?
        var name: HostName?
        for item in parts.queryItems ?? [] {
            switch (item.name, item.value) {
            case ("ca", let file?) where !file.isEmpty && caFile == nil: caFile = file
            case ("tls", "none") where !isImplicit && host.isLoopback: security = .none
            case ("ehlo", let text?) where name == nil:
                guard let given = HostName(text) else { return nil }
                name = given
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
        ehloName = name.map(Self.ehloName) ?? Self.defaultName(publicURL)
    }

    /// The URL without credentials.
    var address: String { "\(security == .tls ? "smtps" : "smtp")://\(host.text):\(port)" }

    /// The URL for libcurl, which reads the path as the EHLO name.
    var url: String {
        "\(address)/\(ehloName.replacing("[", with: "%5B").replacing("]", with: "%5D"))"
    }

    /// Returns the default EHLO name: the public URL's host if it is a qualified name, or else an address literal (RFC
    /// 5321, 4.1.1.1).
    private static func defaultName(_ publicURL: PublicURL?) -> String {
        guard let host = publicURL?.host, host.text.contains(where: ".:".contains) else { return "[127.0.0.1]" }
        return ehloName(host)
    }

    /// Returns a host as an EHLO name. An IP address becomes a literal (RFC 5321, 4.1.3).
    private static func ehloName(_ host: HostName) -> String {
        if host.text.hasPrefix("[") { return "[IPv6:\(host.text.dropFirst())" }
        return host.text.split(separator: ".").last.flatMap { Int($0) } == nil ? host.text : "[\(host.text)]"
    }

    private static func isOneLine(_ text: String) -> Bool {
        !text.unicodeScalars.contains(where: \.isControl)
    }
}
