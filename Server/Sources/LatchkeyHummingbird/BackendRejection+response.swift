public import HTTPTypes
public import Hummingbird
public import LatchkeyAPI

/// Thrown by middleware and handlers, a rejection is the response.
extension BackendRejection: @retroactive HTTPResponseError {
    public var status: HTTPResponse.Status { HTTPResponse.Status(code: statusCode) }

    public func response(from request: Request, context: some RequestContext) -> Response {
        var headers: HTTPFields = [.cacheControl: "no-store"]
        headers[.wwwAuthenticate] = challenge
        return Response(status: status, headers: headers)
    }
}
