import Hummingbird

/// The cookie that pages are known by. `__Host-` binds it to this host, over https or loopback, and to the path `/`
/// (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes).
enum SessionCookie {
    static let name = "__Host-latchkey"

    /// Returns the first cookie of that name; nil when there is none.
    static func value(in fields: HTTPFields) -> String? {
        for header in fields[values: .cookie] {
            for pair in header.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, parts[0].trimmingPrefix(while: { $0 == " " }) == name { return String(parts[1]) }
            }
        }
        return nil
    }

    static func header(_ change: APIResponse.CookieChange) -> String? {
        let attributes = "Path=/; Secure; HttpOnly; SameSite=Strict"
        return switch change {
        case .none: nil
        case .set(let secret, let maxAge): "\(name)=\(secret); Max-Age=\(maxAge); \(attributes)"
        case .clear: "\(name)=; Max-Age=0; \(attributes)"
        }
    }
}
