import HTTPTypes
import Hummingbird

/// Middleware that adds security headers to every response (V12).
struct SecurityHeaders: RouterMiddleware {
    typealias Context = ServerRequestContext

    private let fields: [HTTPField]
    /// The fields after a number of placeholders.
    private let templates: [HTTPFields]

    /// - Parameter isHTTPS: Whether users reach the server with `https`, so that browsers must use it.
    init(isHTTPS: Bool) {
        let fields =
            [
                HTTPField(name: .cacheControl, value: "no-store"),
                HTTPField(name: .contentSecurityPolicy, value: Self.contentSecurityPolicy),
                HTTPField(name: .xContentTypeOptions, value: "nosniff"),
                HTTPField(name: .referrerPolicy, value: "no-referrer"),
                HTTPField(name: .crossOriginOpenerPolicy, value: "same-origin"),
                HTTPField(name: .crossOriginResourcePolicy, value: "same-origin"),
                HTTPField(name: .permissionsPolicy, value: Self.permissionsPolicy),
            ]
            + (isHTTPS
                ? [HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")] : [])
        self.fields = fields
        templates = (0..<8).map { count in
            HTTPFields(repeatElement(HTTPField(name: .date, value: ""), count: count) + fields)
        }
    }

    static let contentSecurityPolicy = policy(framedBy: "'none'")
    /// The policy for the lock that `guard.js` opens in a frame of the same origin, which can imitate it anyway.
    static let policyInPlace = policy(framedBy: "'self'")

    /// The permissions policy. Passkeys are only for the pages, not for cross-origin frames
    /// (https://www.w3.org/TR/webauthn-3/#sctn-permissions-policy).
    static let permissionsPolicy = "publickey-credentials-create=(self), publickey-credentials-get=(self)"

    private static func policy(framedBy ancestors: String) -> String {
        [
            "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "font-src 'self'",
            "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors \(ancestors)",
        ].joined(separator: "; ")
    }

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        add(to: &response.headers)
        return response
    }

    /// Returns `own` fields, none of which has a name of these, followed by these.
    ///
    /// Replaces the fields of a template: appending to `HTTPFields` takes ten times as long.
    func fields(after own: [HTTPField]) -> HTTPFields {
        guard own.count < templates.count else { return HTTPFields(own + fields) }
        var result = templates[own.count]
        for (index, field) in own.enumerated() { result[index] = field }
        return result
    }

    /// Adds the fields that a response does not have.
    func add(to headers: inout HTTPFields) {
        for field in fields where !headers.contains(field.name) { headers.append(field) }
    }
}

extension HTTPField.Name {
    // Constants of legal characters.
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy").unsafelyUnwrapped
    fileprivate static let permissionsPolicy = HTTPField.Name("Permissions-Policy").unsafelyUnwrapped
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy").unsafelyUnwrapped
}
