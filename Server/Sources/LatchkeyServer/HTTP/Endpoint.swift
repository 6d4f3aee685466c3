import Hummingbird

/// Who may call an endpoint, with the function that responds: its parameters are what such a request has.
enum RequestHandler: Sendable {
    /// Anyone. The session is not loaded.
    case anonymous(@Sendable (APIRequest) async throws -> APIResponse)
    /// Anyone. A live session is passed on; one that has ended or cannot be read is ignored (V15).
    case open(@Sendable (APIRequest, Authentication?) async throws -> APIResponse)
    /// Anyone with a session that meets the requirement.
    case session(SessionRequirement, @Sendable (APIRequest, Authentication) async throws -> APIResponse)
}

/// The format of a request's body.
enum BodyFormat: Sendable {
    /// None is read.
    case none
    case json
    /// `application/x-www-form-urlencoded`.
    case form

    /// Of a body that is not empty.
    var mediaType: String { self == .form ? "application/x-www-form-urlencoded" : "application/json" }
}

/// A method and path of the API, with its handler.
struct Endpoint: Sendable {
    let method: HTTPRequest.Method
    /// A segment in braces is a parameter.
    let path: String
    /// Whether a request keeps its session, if any, from becoming idle.
    let isActivity: Bool
    /// Whether machines send such requests all day, so that a success is logged at the debug level only.
    let isRoutine: Bool
    let body: BodyFormat
    /// In bytes.
    let maximumBodySize: Int
    let handler: RequestHandler

    init(
        _ method: HTTPRequest.Method, _ path: String, isActivity: Bool = true, isRoutine: Bool = false,
        body: BodyFormat = .json, maximumBodySize: Int = ConnectionLimits.maximumBodySize, _ handler: RequestHandler
    ) {
        self.method = method
        self.path = path
        self.isActivity = isActivity
        self.isRoutine = isRoutine
        self.body = body
        self.maximumBodySize = maximumBodySize
        self.handler = handler
    }
}
