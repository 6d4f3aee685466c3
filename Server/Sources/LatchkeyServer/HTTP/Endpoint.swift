import Hummingbird

/// The handler of an endpoint, by its requirement on the session.
enum RequestHandler: Sendable {
    /// No session. It is not loaded.
    case anonymous(@Sendable (APIRequest) async throws -> APIResponse)
    /// An optional session. One that has ended or cannot be read is ignored (V15).
    case open(@Sendable (APIRequest, Authentication?) async throws -> APIResponse)
    /// A session that meets the requirement.
    case session(SessionRequirement, @Sendable (APIRequest, Authentication) async throws -> APIResponse)

    /// An optional session that matters only for the origin check, the language and its activity.
    static func open(_ respond: @escaping @Sendable (APIRequest) async throws -> APIResponse) -> RequestHandler {
        .open { request, _ in try await respond(request) }
    }
}

/// The format of a request's body.
enum BodyFormat: Sendable {
    /// A body that is not read.
    case none
    case json
    /// `application/x-www-form-urlencoded`.
    case form

    /// The media type of a non-empty body.
    var mediaType: String { self == .form ? "application/x-www-form-urlencoded" : "application/json" }
}

/// A method and path of the API, with its handler.
struct Endpoint: Sendable {
    let method: HTTPRequest.Method
    /// The path. A segment in braces is a parameter.
    let path: String
    /// Whether a request counts as activity of its session.
    let isActivity: Bool
    /// Whether machines send such requests constantly, so that success is logged only at debug level.
    let isRoutine: Bool
    let body: BodyFormat
    /// The maximum size of a body in bytes.
    let maximumBodySize: Int
    let handler: RequestHandler
    /// Responds without the framework, where that is possible; nil if it never is.
    let direct: DirectResponder.Respond?

    init(
        _ method: HTTPRequest.Method, _ path: String, isActivity: Bool = true, isRoutine: Bool = false,
        body: BodyFormat = .json, maximumBodySize: Int = ConnectionLimits.maximumBodySize, _ handler: RequestHandler,
        direct: DirectResponder.Respond? = nil
    ) {
        self.method = method
        self.path = path
        self.isActivity = isActivity
        self.isRoutine = isRoutine
        self.body = body
        self.maximumBodySize = maximumBodySize
        self.handler = handler
        self.direct = direct
    }
}
