import HTTPTypes
public import Hummingbird
public import LatchkeyAPI

/// Middleware that lets requests with an open session pass.
///
/// ```swift
/// let router = Router(context: LatchkeyRequestContext.self)
/// router.add(middleware: LatchkeyMiddleware(latchkey))
/// router.post("refunds") { request, context in
///     try context.openSession.requirePasscode(within: .seconds(300))
///     …
/// }
/// ```
///
/// All other requests get the response of their `BackendRejection`.
public struct LatchkeyMiddleware<Context: LatchkeyContext>: RouterMiddleware {
    private let latchkey: BackendClient
    private let activity: BackendActivity?

    /// Creates middleware that verifies each request's session with a server.
    ///
    /// - Parameters:
    ///   - latchkey: The client of the server.
    ///   - activity: Whether requests keep the session open. Nil: only those that no browser sends.
    public init(_ latchkey: BackendClient, activity: BackendActivity? = nil) {
        (self.latchkey, self.activity) = (latchkey, activity)
    }

    /// Passes a request with an open session to the next handler, with the session in its context.
    public func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let isBrowser = BackendActivity.browserHeaders.contains { name in
            HTTPField.Name(name).map { request.headers[$0] != nil } ?? false
        }
        var context = context
        context.session = try await latchkey.session(
            authorization: request.headers[.authorization], activity: activity ?? (isBrowser ? .none : .any))
        return try await next(request, context)
    }
}
