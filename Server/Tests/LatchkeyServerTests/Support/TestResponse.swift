import Foundation
import HTTPTypes
import LatchkeyAPI

@testable import LatchkeyServer

/// A response of the server.
struct TestResponse: Sendable {
    let status: Int
    let headers: HTTPFields
    let body: Data

    var text: String { String(decoding: body, as: UTF8.self) }

    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try WireFormat.makeDecoder().decode(type, from: body)
    }

    /// The last part of the problem's type, such as `locked`; empty without one.
    var problem: String {
        guard headers[.contentType] == "application/problem+json", let problem = try? decode(Problem.self) else {
            return ""
        }
        return String(problem.type.dropFirst("/problems/".count))
    }

    func session() throws -> SessionResponse { try decode() }

    /// The session's secret in a new cookie; nil without one.
    var cookie: String? {
        guard let header = headers[.setCookie], let pair = header.split(separator: ";").first else { return nil }
        return String(pair.dropFirst(SessionCookie.name.count + 1))
    }
}
