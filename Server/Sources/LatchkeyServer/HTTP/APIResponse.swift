import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyAPI
import NIOCore

/// The response of an endpoint.
struct APIResponse: Sendable {
    var status: HTTPResponse.Status
    var contentType: String?
    var body: Data
    /// A body of unknown length, instead of ``body``.
    var stream: ResponseBody?
    var cookie: Cookie?
    /// A second cookie.
    var otherCookie: Cookie?
    var location: String?
    /// Header fields without a property.
    var headers: HTTPFields = [:]

    static let noContent = APIResponse(status: .noContent, contentType: nil, body: Data())

    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> APIResponse {
        APIResponse(
            status: status, contentType: "application/json; charset=utf-8",
            body: try WireFormat.makeEncoder().encode(value))
    }

    static func accepted() throws -> APIResponse { try json([String: String](), status: .accepted) }

    static func html(_ text: String, status: HTTPResponse.Status = .ok) -> APIResponse {
        APIResponse(status: status, contentType: "text/html; charset=utf-8", body: Data(text.utf8))
    }

    static func redirect(to path: String) -> APIResponse {
        APIResponse(status: .seeOther, contentType: nil, body: Data(), location: path)
    }

    static func problem(_ problem: Problem) -> APIResponse {
        let body = (try? WireFormat.makeEncoder().encode(problem)) ?? Data()
        return APIResponse(
            status: .init(code: problem.status), contentType: "application/problem+json", body: body)
    }

    /// The response for the framework.
    var httpResponse: Response {
        var fields = headers
        fields[.contentType] = contentType
        fields[.location] = location
        for cookie in [cookie, otherCookie].compactMap(\.self) {
            fields.append(HTTPField(name: .setCookie, value: cookie.description))
        }
        return Response(
            status: status, headers: fields, body: stream ?? .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}
