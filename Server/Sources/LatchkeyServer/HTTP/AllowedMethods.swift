import HTTPTypes
import Hummingbird

/// The methods of each path, for `Allow`. Its router parses paths exactly like the router of endpoints.
struct AllowedMethods: Sendable {
    private let router: RouterResponder<ServerRequestContext>

    init(of endpoints: [Endpoint]) {
        let router = Router(context: ServerRequestContext.self)
        for (path, endpoints) in Dictionary(grouping: endpoints, by: \.path) {
            let methods = endpoints.map(\.method.rawValue)
            let allow = (methods + (methods.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", ")
            router.get(RouterPath(path)) { _, _ in Response(status: .ok, headers: [.allow: allow]) }
        }
        self.router = router.buildResponder()
    }

    /// Returns nil for a path without endpoints.
    func value(for request: Request, _ context: ServerRequestContext) async throws -> String? {
        var (head, context) = (request.head, context)
        head.method = .get
        // Logs the matched path.
        context.coreContext.endpointPath = EndpointPath()
        return try await router.respond(to: Request(head: head, body: request.body), context: context).headers[.allow]
    }
}
