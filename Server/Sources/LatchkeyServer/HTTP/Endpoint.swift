import Hummingbird

/// Who may make a call.
enum Access: Sendable {
    /// Anyone. A live session is known; one that has ended or cannot be read is ignored (V15).
    case open
    /// Anyone. The session is not looked up, unless by the endpoint itself.
    case anonymous
    /// Anyone who has a session that is as the call needs it.
    case session(SessionNeed = .ready)
}

/// The form of a call's body.
enum BodyFormat: Sendable {
    /// None is read.
    case none
    case json
    /// `application/x-www-form-urlencoded`.
    case form

    /// Of a body that is not empty.
    var mediaType: String { self == .form ? "application/x-www-form-urlencoded" : "application/json" }
}

/// A call of the contract: its method and path, who may make it, and the closure that answers it.
struct Endpoint: Sendable {
    let method: HTTPRequest.Method
    /// A segment in braces is a parameter.
    let path: String
    let access: Access
    /// Whether the call keeps the session from becoming idle.
    let isActivity: Bool
    /// Whether machines call it all day, so that a success is logged at the debug level only.
    let isRoutine: Bool
    let body: BodyFormat
    /// In bytes.
    let maximumBodySize: Int
    let answer: @Sendable (APIRequest) async throws -> APIResponse

    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, isActivity: Bool = true,
        isRoutine: Bool = false, body: BodyFormat = .json,
        maximumBodySize: Int = ConnectionLimits.maximumBodySize,
        answer: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.isActivity = isActivity
        self.isRoutine = isRoutine
        self.body = body
        self.maximumBodySize = maximumBodySize
        self.answer = answer
    }

    /// Whether the path of a request is this endpoint's, as the router reads it: empty segments are ignored.
    func matches(path requested: String) -> Bool {
        let mine = path.split(separator: "/")
        let theirs = requested.split(separator: "/")
        return mine.count == theirs.count
            && zip(mine, theirs).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
