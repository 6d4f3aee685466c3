import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAPI
import LatchkeyEncoding

/// A request after the checks of size, media type, session and origin.
struct APIRequest: RequestFields, Sendable {
    let body: Data
    let head: Request
    let context: ServerRequestContext
    let client: ClientInfo
    /// Whether a page of this server sent it.
    let isSameOrigin: Bool
    let languages: Languages
    /// The account's language; nil without an active session or a language of its account.
    let accountLanguage: String?

    /// The account's language, or else the client's preferred one; nil if the client names none that is available.
    var knownLanguage: String? { accountLanguage ?? languages.named(head.headers[.acceptLanguage]) }

    /// The language of the response.
    var language: String { accountLanguage ?? languages.preferred(head.headers[.acceptLanguage]) }

    var parameters: Parameters { context.parameters }

    var headers: HTTPFields { head.headers }
    var rawQuery: String? { head.uri.query }
    var form: [UInt8] { [UInt8](body) }

    /// Returns the body as one JSON text; an empty body is `{}`. Throws `invalidRequest` for anything else.
    func json() throws -> Data {
        guard !body.isEmpty else { return Data("{}".utf8) }
        guard StrictJSON.accepts(body) else {
            throw Problem.invalidRequest("", "The body is invalid JSON, nested too deeply, or has a duplicate member.")
        }
        return body
    }

    /// Decodes the body. Throws `invalidRequest` with a pointer to the invalid member.
    func decode<Body: Decodable>(_ type: Body.Type) throws -> Body {
        do {
            return try WireFormat.makeDecoder().decode(type, from: json())
        } catch let error as DecodingError {
            throw Problem(malformed: error)
        }
    }

    /// Decodes a body with WebAuthn objects, whose members have WebAuthn's names.
    func decodeWebAuthn<Body: Decodable>(_ type: Body.Type) throws -> Body {
        do {
            return try JSONDecoder().decode(type, from: json())
        } catch let error as DecodingError {
            throw Problem(malformed: error, isSnakeCase: false)
        }
    }

    private struct TransportOnly: Decodable {
        let transport: String?
    }

    /// Throws `crossSiteRequest` if the body requests a cookie and the request is not from a page of this server.
    ///
    /// Call this before decoding the rest of the body: the origin is checked before the format.
    func requireSameOrigin() throws {
        let transport = (try? decode(TransportOnly.self))?.transport
        if transport == SessionTransport.cookie.rawValue, !isSameOrigin { throw Problem(.crossSiteRequest) }
    }
}

extension Problem {
    /// Points to the invalid place in the body without quoting it.
    ///
    /// - Parameter isSnakeCase: Whether members are named in snake_case, or as in the decoder.
    fileprivate init(malformed error: DecodingError, isSnakeCase: Bool = true) {
        func pointer(_ context: DecodingError.Context, to key: (any CodingKey)? = nil) -> String {
            (context.codingPath + [key].compactMap(\.self)).pointer(isSnakeCase: isSnakeCase)
        }
        switch error {
        case .keyNotFound(let key, let context):
            self = .invalidRequest(pointer(context, to: key), "This member is missing.")
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            self = .invalidRequest(
                pointer(context),
                context.codingPath.isEmpty ? "The body is not a JSON object." : "This member has the wrong type.")
        case .dataCorrupted(let context):
            self = .invalidRequest(
                pointer(context),
                context.codingPath.isEmpty
                    ? "This number is out of range." : "This value is not one of the choices.")
        @unknown default:
            self = .invalidRequest("", "Not readable.")
        }
    }
}

extension [any CodingKey] {
    /// Returns a JSON pointer (RFC 6901), in snake_case or with the keys unchanged.
    fileprivate func pointer(isSnakeCase: Bool) -> String {
        map { "/" + (isSnakeCase ? $0.stringValue.snakeCased : $0.stringValue) }.joined()
    }
}

extension String {
    fileprivate var snakeCased: String {
        reduce(into: "") { text, letter in
            text += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
        }
    }
}
