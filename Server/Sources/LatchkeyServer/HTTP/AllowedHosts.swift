import Hummingbird
import LatchkeyAPI

/// Middleware that rejects requests for other hosts in development, to prevent DNS rebinding to the loopback interface.
struct AllowedHosts: RouterMiddleware {
    typealias Context = ServerRequestContext

    /// The allowed hosts in lower case, without a port.
    let hosts: Set<String>

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority?.lowercased() ?? ""
        guard hosts.contains(authority.replacing(/:[0-9]+$/, with: "")) else {
            throw Problem.invalidRequest("", "In development, use the server's own host, as printed at its start.")
        }
        return try await next(request, context)
    }
}
