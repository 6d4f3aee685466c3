import Hummingbird

/// The session cookie. The prefix `__Host-` binds it to this host, to https or loopback, and to the path `/`
/// (https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#cookie_prefixes).
enum SessionCookie {
    static let name = "__Host-latchkey"

    /// Returns the first session cookie; nil without one.
    static func value(in fields: HTTPFields) -> String? { value(named: name, in: fields) }

    /// Returns the first cookie of a name; nil without one.
    static func value(named name: String, in fields: HTTPFields) -> String? {
        // Splits by bytes: a combining mark after a separator would hide it from a split by characters.
        for header in fields[values: .cookie] {
            for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
                let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                if parts.count == 2, parts[0].drop(while: { $0 == UInt8(ascii: " ") }).elementsEqual(name.utf8) {
                    return String(Substring(parts[1]))
                }
            }
        }
        return nil
    }

    /// Returns the names of all cookies.
    static func names(in fields: HTTPFields) -> [String] {
        fields[values: .cookie].flatMap { $0.utf8.split(separator: UInt8(ascii: ";")) }.map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }.drop { $0 == UInt8(ascii: " ") }
            return String(Substring(name))
        }
    }

    /// Deletes the cookie in the browser.
    static let ended = with("", maxAge: 0)

    static func with(_ value: String, maxAge: Int) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: true, httpOnly: true, sameSite: .strict)
    }
}
