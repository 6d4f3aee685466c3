public import Foundation

/// An error response of the server: RFC 9457, `application/problem+json`.
public struct Problem: Codable, Equatable, Error, Sendable {
    /// An invalid member of a request.
    public struct MemberError: Codable, Equatable, Sendable {
        /// A JSON pointer (RFC 6901) into the body, `/email` for example.
        public var pointer: String
        /// A description for developers; it never quotes the value.
        public var detail: String

        /// Creates the error of one member.
        public init(pointer: String, detail: String) {
            (self.pointer, self.detail) = (pointer, detail)
        }
    }

    /// The type as a path, `/problems/NAME`; see ``ProblemType``.
    public var type: String
    /// The title, which is the same for every occurrence of a type.
    public var title: String
    /// The HTTP status of the response.
    public var status: Int
    /// A description of this occurrence.
    public var detail: String
    /// The invalid members, for `invalid-request`.
    public var errors: [MemberError]?
    /// The attempts left, for `incorrect-passcode`.
    public var attemptsRemaining: Int?
    /// The seconds to wait before the next attempt; 0 for none.
    public var retryAfter: Int?
    /// Whether this was the last attempt of the session, for `incorrect-passcode`.
    public var sessionEnded: Bool?
    /// The reason, for `weak-passcode`.
    public var reason: WeakPasscodeReason?
    /// The accepted values in minutes, for `invalid-timeout`.
    public var allowed: [Int]?

    /// Creates a problem of the type, with its status and title, and by default its detail.
    public init(_ type: ProblemType, detail: String? = nil) {
        self.type = "/problems/" + type.rawValue
        self.title = type.title
        self.status = type.status
        self.detail = detail ?? type.detail
    }

    /// The type of problem; nil if this version does not know it.
    public var kind: ProblemType? {
        let prefix = "/problems/"
        return type.hasPrefix(prefix) ? ProblemType(rawValue: String(type.dropFirst(prefix.count))) : nil
    }
}

extension Problem {
    /// Decodes any JSON object. By RFC 9457, 3.1, members that are missing or of the wrong type are ignored.
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

extension Problem: LocalizedError {
    /// The server's description in English, for logs.
    public var errorDescription: String? { detail.isEmpty ? title : detail }
}

/// The reason that a new passcode was rejected.
public enum WeakPasscodeReason: String, Codable, Sendable {
    /// The passcode is not six ASCII digits.
    case format
    /// The passcode is easily guessed.
    case common
    /// The passcode is the current one.
    case reused
}
