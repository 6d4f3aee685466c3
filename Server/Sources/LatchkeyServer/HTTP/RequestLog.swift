import Hummingbird
import Logging

/// Middleware that counts and logs responses, without secrets (V10).
struct RequestLog: RouterMiddleware {
    typealias Context = ServerRequestContext

    private let routinePaths: Set<String>
    private let metrics: ServerMetrics

    /// - Parameter endpoints: Success of routine ones is logged at debug level.
    init(endpoints: [Endpoint], metrics: ServerMetrics) {
        routinePaths = Set(endpoints.filter(\.isRoutine).map(\.path))
        self.metrics = metrics
    }

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        metrics.countResponse(status: response.status.code)
        let path = context.endpointPath ?? "-"
        context.logger.log(
            level: response.status.kind == .successful && routinePaths.contains(path) ? .debug : .info, "request",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(path)", "status": "\(response.status.code)",
                "ms": "\((ContinuousClock.now - start).milliseconds)",
            ])
        return response
    }
}
