import HTTPTypes
import Hummingbird

/// The headers that every answer carries (V12).
struct SecurityHeaders: Sendable {
    private let fields: [HTTPField]

    init(_ settings: Settings) {
        fields =
            [
                HTTPField(name: .cacheControl, value: "no-store"),
                HTTPField(name: .contentSecurityPolicy, value: Self.contentSecurityPolicy),
                HTTPField(name: .xContentTypeOptions, value: "nosniff"),
                HTTPField(name: .referrerPolicy, value: "no-referrer"),
                HTTPField(name: .crossOriginOpenerPolicy, value: "same-origin"),
                HTTPField(name: .crossOriginResourcePolicy, value: "same-origin"),
            ]
            + (settings.publicURL?.isHTTPS ?? false
                ? [HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")] : [])
    }

    static let contentSecurityPolicy = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'",
        "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
    ].joined(separator: "; ")

    /// To an answer that has none of them yet.
    func add(to answer: inout HTTPFields) {
        answer.append(contentsOf: fields)
    }
}

extension HTTPField.Name {
    // Constants of legal characters.
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy").unsafelyUnwrapped
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy").unsafelyUnwrapped
}
