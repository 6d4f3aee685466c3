import HTTPTypes
import Hummingbird
import LatchkeyAPI
import LatchkeyServerCore
import Logging
import NIOHTTP1

/// An error for missing or old credentials: 401 with this value of `WWW-Authenticate`.
struct AuthenticationChallenge: Error {
    let value: String
    var kind = ProblemType.unauthenticated

    /// Returns the challenge that requires a new passcode verification (RFC 9470, 3).
    static func stepUp(maxAge: Duration) -> AuthenticationChallenge {
        AuthenticationChallenge(
            value: "Bearer error=\"insufficient_user_authentication\", "
                + "error_description=\"The passcode was verified too long ago, or never\", "
                + "max_age=\"\(maxAge.wholeSeconds)\"",
            kind: .passcodeTooOld)
    }

    /// The problem, always with 401.
    fileprivate var problem: Problem {
        var problem = Problem(kind)
        problem.status = 401
        return problem
    }
}

/// An error for an unsupported method: 405 with the supported ones.
private struct MethodNotAllowed: Error {
    let allow: String
}

/// Middleware that turns all errors, including the framework's, into problem documents.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = ServerRequestContext

    /// The maximum length of a path in bytes, longer than that of any endpoint. Longer paths are not parsed.
    static let longestPath = 2_048

    let allowedMethods: AllowedMethods
    let log: LogThrottle
    /// Renders a problem for a user who opened a page.
    let page: @Sendable (any Error, ProblemType, Request) async -> APIResponse

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            guard request.uri.path.utf8.count <= Self.longestPath else { throw Problem(.notFound) }
            return try await reportingStreamErrors(of: next(request, context), request, context)
        } catch let error as HTTPParserError {
            throw error
        } catch let error as any HTTPResponseError where error.status == .notFound {
            guard let allow = try? await allowedMethods.value(for: request, context) else {
                return await response(to: Problem(.notFound), request, context)
            }
            return await response(to: MethodNotAllowed(allow: allow), request, context)
        } catch {
            return await response(to: error, request, context)
        }
    }

    /// Turns an error within a streamed body into its problem, which is logged but cannot be sent.
    private func reportingStreamErrors(of response: Response, _ request: Request, _ context: Context) -> Response {
        let body = response.body
        guard body.contentLength == nil else { return response }
        var response = response
        response.body = ResponseBody { writer in
            do {
                try await body.write(writer)
            } catch let error as StreamError {
                throw problem(for: error.underlying, request, context)
            }
        }
        return response
    }

    private func response(to error: any Error, _ request: Request, _ context: Context) async -> Response {
        if let error = error as? CookieEndingError {
            var response = await self.response(to: error.underlying, request, context)
            response.headers.append(HTTPField(name: .setCookie, value: error.cookie.description))
            return response
        }
        let problem = problem(for: error, request, context)
        var response = (await page(for: problem, error, request) ?? .problem(problem)).httpResponse
        if problem.status == 401 {
            response.headers[.wwwAuthenticate] = (error as? AuthenticationChallenge)?.value ?? "Bearer"
        }
        switch problem.kind {
        case .tooManyAttempts, .tooManyRequests, .temporarilyUnavailable:
            response.headers[.retryAfter] = String(problem.retryAfter ?? 1)
        case .methodNotAllowed:
            response.headers[.allow] = (error as? MethodNotAllowed)?.allow
        default: break
        }
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// Returns the problem as a page for a browser that requests one; nil for other clients.
    private func page(for problem: Problem, _ error: any Error, _ request: Request) async -> APIResponse? {
        let isPage = !["/api/", "/health/", "/assets/"].contains { request.uri.path.hasPrefix($0) }
        let wantsHTML = request.headers[.accept]?.contains("text/html") ?? false
        guard isPage, wantsHTML, [.get, .head].contains(request.method), let kind = problem.kind else { return nil }
        return await page(error, kind, request)
    }

    private func problem(for error: any Error, _ request: Request, _ context: Context) -> Problem {
        switch error {
        case let problem as Problem:
            return problem
        case let challenge as AuthenticationChallenge:
            return challenge.problem
        case is MethodNotAllowed:
            return Problem(.methodNotAllowed)
        case is ProviderOutage:
            return .temporarilyUnavailable(retryAfter: ProviderOutage.retryAfter)
        case KDFWorkersError.overloaded(let seconds):
            return .temporarilyUnavailable(retryAfter: seconds)
        case is KDFWorkersError, PasscodeHasherError.outOfMemory:
            return .temporarilyUnavailable()
        case StoreError.unavailable(let code), StoreError.undecided(let code):
            var metadata: Logger.Metadata = ["code": "\(code)"]
            if let hint = StoreError.hint(on: code) { metadata["hint"] = "\(hint)" }
            // An outage has several codes: of the database, and of requests that waited for others.
            context.logger.log(
                level: log.isDue("database") ? .warning : .debug, "database does not respond", metadata: metadata)
            return .temporarilyUnavailable()
        case let error as any HTTPResponseError where error.status.code < 500:
            return .invalidRequest("", "The request is malformed.")
        default:
            // Only the type: descriptions may contain values.
            context.logger.error("unexpected error", metadata: ["type": "\(type(of: error))"])
            return Problem(.internalError)
        }
    }
}
