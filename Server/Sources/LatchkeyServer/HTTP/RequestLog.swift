import Hummingbird
import LatchkeyAPI
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
        var response = try await next(request, context)
        let (body, status) = (response.body, response.status)
        // The body of a response to HEAD is not written.
        guard body.contentLength == nil, request.method != .head else {
            record(status.code, of: request, context, startedAt: start)
            return response
        }
        // A stream succeeds or fails at its end.
        response.body = ResponseBody { writer in
            do {
                try await body.write(writer)
                record(status.code, of: request, context, startedAt: start)
            } catch {
                record((error as? Problem)?.status ?? status.code, of: request, context, startedAt: start)
                throw error
            }
        }
        return response
    }

    private func record(_ status: Int, of request: Request, _ context: Context, startedAt: ContinuousClock.Instant) {
        metrics.countResponse(status: status)
        let path = context.endpointPath ?? "-"
        context.logger.log(
            level: (200..<300).contains(status) && routinePaths.contains(path) ? .debug : .info, "request",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(path)", "status": "\(status)",
                "ms": "\((ContinuousClock.now - startedAt).milliseconds)",
            ])
    }
}
