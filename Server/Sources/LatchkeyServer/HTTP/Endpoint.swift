import Hummingbird

/// One call of the contract: where it is, who may make it, and what answers it.
struct Endpoint: Sendable {
    let method: HTTPRequest.Method
    /// Segments in braces are parameters.
    let path: String
    let access: Access
    /// Whether the call keeps the session from becoming idle.
    let isActivity: Bool
    /// Whether machines ask it all day: what succeeds is not worth a line in the log.
    let isRoutine: Bool
    /// Whether a body counts; where it does not, it is not even read.
    let takesBody: Bool
    let answer: @Sendable (APIRequest) async throws -> APIResponse

    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, isActivity: Bool = true,
        isRoutine: Bool = false, takesBody: Bool = true,
        answer: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.isActivity = isActivity
        self.isRoutine = isRoutine
        self.takesBody = takesBody
        self.answer = answer
    }

    /// Whether the path of a request is this endpoint's, read as the router reads it: empty segments do not count.
    func matches(path requested: String) -> Bool {
        let mine = path.split(separator: "/")
        let theirs = requested.split(separator: "/")
        return mine.count == theirs.count
            && zip(mine, theirs).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
