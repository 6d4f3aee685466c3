import HTTPTypes
import Hummingbird

/// The headers that every answer carries (V12).
struct SecurityHeaders: Sendable {
    let isHTTPS: Bool

    init(_ settings: Settings) {
        isHTTPS = settings.publicURL?.isHTTPS ?? false
    }

    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'",
        "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    func add(to fields: inout HTTPFields) {
        fields[.cacheControl] = "no-store"
        fields[.contentSecurityPolicy] = Self.contentSecurityPolicy
        fields[.xContentTypeOptions] = "nosniff"
        fields[.referrerPolicy] = "no-referrer"
        fields[.crossOriginOpenerPolicy] = "same-origin"
        fields[.crossOriginResourcePolicy] = "same-origin"
        if isHTTPS { fields[.strictTransportSecurity] = "max-age=31536000" }
    }
}

extension HTTPField.Name {
    // Constants of legal characters.
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy").unsafelyUnwrapped
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy").unsafelyUnwrapped
}
