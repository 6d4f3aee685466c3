/// An error as the server answers it: RFC 9457, `application/problem+json`.
public struct Problem: Codable, Equatable, Error, Sendable {
    /// What is wrong with one member of a request.
    public struct MemberError: Codable, Equatable, Sendable {
        /// A JSON pointer (RFC 6901) into the body, `/email` for example.
        public var pointer: String
        /// What is wrong with the member, for a person; it never quotes the value.
        public var detail: String

        /// Says what is wrong with one member.
        public init(pointer: String, detail: String) {
            (self.pointer, self.detail) = (pointer, detail)
        }
    }

    /// `/problems/NAME`; see ``ProblemType``.
    public var type: String
    /// The same for every occurrence of a type.
    public var title: String
    /// The HTTP status.
    public var status: Int
    /// What happened this time, for a person.
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

    /// A problem of the type, with its status and title; without a `detail` of its own the type's.
    public init(_ type: ProblemType, detail: String? = nil) {
        self.type = "/problems/" + type.rawValue
        self.title = type.title
        self.status = type.status
        self.detail = detail ?? type.detail
    }

    /// The kind of problem; nil when this version does not know it.
    public var kind: ProblemType? {
        let prefix = "/problems/"
        return type.hasPrefix(prefix) ? ProblemType(rawValue: String(type.dropFirst(prefix.count))) : nil
    }
}

extension Problem {
    /// Reads any JSON object: RFC 9457, 3.1 has a member that is missing or of the wrong kind ignored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        type = (try? container.decode(String.self, forKey: .type)) ?? "about:blank"
        title = (try? container.decode(String.self, forKey: .title)) ?? ""
        status = (try? container.decode(Int.self, forKey: .status)) ?? 0
        detail = (try? container.decode(String.self, forKey: .detail)) ?? ""
        errors = try? container.decode([MemberError].self, forKey: .errors)
        attemptsRemaining = try? container.decode(Int.self, forKey: .attemptsRemaining)
        retryAfter = try? container.decode(Int.self, forKey: .retryAfter)
        sessionEnded = try? container.decode(Bool.self, forKey: .sessionEnded)
        reason = try? container.decode(WeakPasscodeReason.self, forKey: .reason)
        allowed = try? container.decode([Int].self, forKey: .allowed)
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
