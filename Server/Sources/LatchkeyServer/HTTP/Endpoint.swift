import Hummingbird

/// One call of the contract: where it is, who may make it, and what answers it.
struct Endpoint: Sendable {
    let method: HTTPRequest.Method
    /// Segments in braces are parameters.
    let path: String
    let access: Access
    /// Whether the call keeps the session from becoming idle.
    let isActivity: Bool
    let answer: @Sendable (APIRequest) async throws -> APIResponse

    init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, isActivity: Bool = true,
        answer: @escaping @Sendable (APIRequest) async throws -> APIResponse
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.isActivity = isActivity
        self.answer = answer
    }

    /// Whether the path of a request is this endpoint's.
    func matches(path requested: some StringProtocol) -> Bool {
        let mine = path.split(separator: "/", omittingEmptySubsequences: false)
        let theirs = requested.split(separator: "/", omittingEmptySubsequences: false)
        return mine.count == theirs.count
            && zip(mine, theirs).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && !$1.isEmpty) }
    }
}
