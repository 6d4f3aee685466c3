/// An error as the server answers it: RFC 9457, `application/problem+json`.
public struct Problem: Codable, Equatable, Error, Sendable {
    /// What is wrong with one member of a request.
    public struct MemberError: Codable, Equatable, Sendable {
        /// A JSON pointer (RFC 6901) into the body, `/email` for example.
        public var pointer: String
        public var detail: String

        public init(pointer: String, detail: String) {
            self.pointer = pointer
            self.detail = detail
        }
    }

    /// `/problems/NAME`; see ``ProblemType``.
    public var type: String
    public var title: String
    /// The HTTP status.
    public var status: Int
    public var detail: String
    /// Of `invalid-request`.
    public var errors: [MemberError]?
    /// Of `incorrect-passcode`.
    public var attemptsRemaining: Int?
    /// Seconds to wait before the next attempt; 0 when none.
    public var retryAfter: Int?
    /// Of `incorrect-passcode`: whether this was the last attempt of the session.
    public var sessionEnded: Bool?
    /// Of `weak-passcode`.
    public var reason: WeakPasscodeReason?
    /// Of `invalid-timeout`: the accepted values, in minutes.
    public var allowed: [Int]?

    public init(_ type: ProblemType, detail: String? = nil) {
        self.type = "/problems/" + type.rawValue
        self.title = type.title
        self.status = type.status
        self.detail = detail ?? type.detail
    }
}

/// Why a new passcode was refused.
public enum WeakPasscodeReason: String, Codable, Sendable {
    /// Not six ASCII digits.
    case format
    /// One of the codes that are guessed first.
    case common
    /// The current one.
    case reused
}
