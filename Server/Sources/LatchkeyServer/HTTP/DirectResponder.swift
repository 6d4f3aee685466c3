import HTTPTypes
import Hummingbird
import NIOCore

/// A responder to the most frequent requests on their connection's event loop. The framework's tasks, router and
/// middleware would take most of their time.
struct DirectResponder: Sendable {
    /// Calls the reply once, on any thread: with the response, or nil if only the framework can respond.
    typealias Respond = @Sendable (DirectRequest, _ reply: @escaping @Sendable (APIResponse?) -> Void) -> Void
    typealias Response = (head: HTTPResponse, body: ByteBuffer?)

    private struct Route {
        let method: HTTPRequest.Method
        let path: String
        let mediaType: String
        let maximumBodySize: Int
        let respond: Respond
    }

    private let routes: [Route]
    private let headers: SecurityHeaders
    private let metrics: ServerMetrics
    private let date: ResponseDate

    /// - Parameter endpoints: Those without ``Endpoint/direct`` are ignored.
    init(endpoints: [Endpoint], headers: SecurityHeaders, metrics: ServerMetrics, date: ResponseDate) {
        routes = endpoints.compactMap { endpoint in
            endpoint.direct.map {
                Route(
                    method: endpoint.method, path: endpoint.path, mediaType: endpoint.body.mediaType,
                    maximumBodySize: endpoint.maximumBodySize, respond: $0)
            }
        }
        (self.headers, self.metrics, self.date) = (headers, metrics, date)
    }

    /// Whether a request may get a direct response. One that announces too large a body is rejected before its body.
    func accepts(_ head: HTTPRequest) -> Bool {
        guard let (route, _) = route(of: head) else { return false }
        guard let length = head.headerFields.value(of: .contentLength) else { return true }
        return (Int(length) ?? .max) <= route.maximumBodySize
    }

    /// Replies once, on any thread: with the response that the framework would send, or nil for a request that only the
    /// framework handles. It is one that writes or is rejected.
    func respond(to head: HTTPRequest, body: ByteBuffer, reply: @escaping @Sendable (Response?) -> Void) {
        guard let (route, query) = route(of: head),
            body.readableBytes == 0 || head.headerFields.value(of: .contentType) == route.mediaType
        else { return reply(nil) }
        let request = DirectRequest(headers: head.headerFields, rawQuery: query, form: [UInt8](body.readableBytesView))
        route.respond(request) { response in
            guard let response, response.status.kind == .successful else { return reply(nil) }
            metrics.countResponse(status: response.status.code)
            reply(complete(response))
        }
    }

    private func complete(_ response: APIResponse) -> Response {
        let content = response.body.isEmpty ? nil : ByteBuffer(bytes: response.body)
        var own = Array(response.headers)
        if let type = response.contentType { own.append(HTTPField(name: .contentType, value: type)) }
        if let content { own.append(HTTPField(name: .contentLength, value: String(content.readableBytes))) }
        own.append(HTTPField(name: .date, value: date.text))
        return (HTTPResponse(status: response.status, headerFields: headers.fields(after: own)), content)
    }

    /// Returns the route of a request, and its query.
    private func route(of head: HTTPRequest) -> (Route, query: String?)? {
        guard let target = head.path?.utf8 else { return nil }
        for route in routes where route.method == head.method && target.starts(with: route.path.utf8) {
            let rest = target.dropFirst(route.path.utf8.count)
            if rest.isEmpty { return (route, nil) }
            if rest.first == UInt8(ascii: "?") { return (route, String(Substring(rest.dropFirst()))) }
        }
        return nil
    }
}
