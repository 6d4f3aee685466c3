import Foundation
import HTTPTypes
import NIOHTTP1
import Hummingbird
import LatchkeyAPI
import Logging
import NIOCore

/// Turns every error into a problem document, the framework's own too, adds the headers that every answer carries,
/// and logs each request without anything that could be secret (V10).
struct ConventionsMiddleware: RouterMiddleware {
    typealias Context = ServerRequestContext

    let endpoints: [Endpoint]
    /// Of the endpoints that are asked all day.
    private let routinePaths: Set<String>
    let renderer: PageRenderer
    let headers: SecurityHeaders
    /// In development: the hosts that may be asked for, against pages that rebind their name to loopback.
    let allowedHosts: Set<String>?
    let metrics: ServerMetrics

    init(
        endpoints: [Endpoint], renderer: PageRenderer, headers: SecurityHeaders, allowedHosts: Set<String>?,
        metrics: ServerMetrics
    ) {
        self.endpoints = endpoints
        routinePaths = Set(endpoints.filter(\.isRoutine).map(\.path))
        self.renderer = renderer
        self.headers = headers
        self.allowedHosts = allowedHosts
        self.metrics = metrics
    }

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            try refuseForeignHost(request)
            response = try await next(request, context)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            response = answer(to: error, request, context)
        }
        headers.add(to: &response.headers)
        metrics.countResponse(status: response.status.code)
        log(response.status, of: request, context, since: start)
        return response
    }

    private func log(
        _ status: HTTPResponse.Status, of request: Request, _ context: Context, since start: ContinuousClock.Instant
    ) {
        let path = context.endpointPath ?? "-"
        context.logger.log(
            level: status.kind == .successful && routinePaths.contains(path) ? .debug : .info, "request",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(path)", "status": "\(status.code)",
                "ms": "\((ContinuousClock.now - start).milliseconds)",
            ])
    }

    private func refuseForeignHost(_ request: Request) throws {
        guard let allowedHosts else { return }
        let authority = request.head.authority?.lowercased() ?? ""
        let host = authority.replacing(/:[0-9]+$/, with: "")
        guard allowedHosts.contains(host) else {
            throw Problem.invalidRequest("", "In development only the server's own host name is answered.")
        }
    }

    private func answer(to error: any Error, _ request: Request, _ context: Context) -> Response {
        let problem = problem(for: error, request, context)
        var response = (page(for: problem, request) ?? .problem(problem)).httpResponse
        if problem.status == 401 {
            response.headers[.wwwAuthenticate] = error is WebhookSecret.NotShown ? "Basic realm=\"webhooks\"" : "Bearer"
        }
        if problem.status == 429 || problem.status == 503 {
            response.headers[.retryAfter] = String(problem.retryAfter ?? 1)
        }
        if problem.status == 405 { response.headers[.allow] = allowedMethods(request).joined(separator: ", ") }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// A person who opens a page in a browser gets the problem as a page; nil for everything else.
    private func page(for problem: Problem, _ request: Request) -> APIResponse? {
        let isPage = !["/api/", "/health/", "/assets/"].contains { request.uri.path.hasPrefix($0) }
        let wantsHTML = request.headers[.accept]?.contains("text/html") ?? false
        guard isPage, wantsHTML, [.get, .head].contains(request.method),
            let type = ProblemType(rawValue: String(problem.type.dropFirst("/problems/".count))),
            let html = try? renderer.html(
                type == .notFound ? .notFound : .problem(type),
                in: renderer.languages.preferred(request.headers[.acceptLanguage]))
        else { return nil }
        return .html(html, status: .init(code: problem.status))
    }

    private func problem(for error: any Error, _ request: Request, _ context: Context) -> Problem {
        switch error {
        case let problem as Problem:
            return problem
        case is WebhookSecret.NotShown:
            return Problem(.unauthenticated)
        case KDFWorkersError.overloaded(let seconds):
            return .temporarilyUnavailable(retryAfter: seconds)
        case is KDFWorkersError:
            return .temporarilyUnavailable()
        case StoreError.unavailable(let code):
            context.logger.warning("database does not answer", metadata: ["code": "\(code)"])
            return .temporarilyUnavailable()
        case PasscodeHasherError.outOfMemory:
            return .temporarilyUnavailable()
        case let error as any HTTPResponseError where error.status == .notFound:
            return allowedMethods(request).isEmpty ? Problem(.notFound) : Problem(.methodNotAllowed)
        case let error as any HTTPResponseError where error.status.code < 500:
            return .invalidRequest("", "The request is malformed.")
        default:
            // The type only: a description can hold values.
            context.logger.error("unexpected error", metadata: ["type": "\(type(of: error))"])
            return Problem(.internalError)
        }
    }

    private func allowedMethods(_ request: Request) -> [String] {
        let methods = endpoints.filter { $0.matches(path: request.uri.path) }.map(\.method)
        return (methods + (methods.contains(.get) ? [.head] : [])).map(\.rawValue).sorted()
    }
}

extension APIResponse {
    /// The answer as the framework writes it.
    var httpResponse: Response {
        var fields = headers
        fields[.contentType] = contentType
        fields[.location] = location
        fields[.setCookie] = SessionCookie.header(cookie)
        return Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
