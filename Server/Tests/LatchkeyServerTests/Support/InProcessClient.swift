import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded

@testable import LatchkeyServer

/// A client that calls a server's router without a network.
struct InProcessClient: Sendable {
    private let respond: @Sendable (Request) async throws -> Response
    private let direct: DirectResponder?

    /// - Parameter direct: Precedes the router, as in the server.
    init(_ router: Router<ServerRequestContext>, direct: DirectResponder?, logger: Logger) {
        self.direct = direct
        let responder = router.buildResponder()
        respond = { request in
            let source = ServerRequestContext.Source(channel: NIOAsyncTestingChannel(), logger: logger)
            return try await responder.respond(to: request, context: ServerRequestContext(source: source))
        }
    }

    func execute(
        _ method: HTTPRequest.Method, _ path: String, headers: HTTPFields = [:], body: Data? = nil,
        host: String = "localhost"
    ) async throws -> TestResponse {
        var headers = headers
        if let body { headers[.contentLength] = String(body.count) }
        let head = HTTPRequest(
            method: method, scheme: "http", authority: host, path: path, headerFields: headers)
        if let response = await direct?.response(to: head, body: ByteBuffer(bytes: body ?? Data())) {
            let body = response.body.map { Data($0.readableBytesView) } ?? Data()
            return TestResponse(status: response.head.status.code, headers: response.head.headerFields, body: body)
        }
        let response = try await respond(
            Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body ?? Data()))))
        let bytes = Shared(Data())
        try await response.body.write(BodyCollector(bytes: bytes))
        return TestResponse(status: response.status.code, headers: response.headers, body: bytes.value)
    }
}

extension DirectResponder {
    /// Returns the response; nil without a direct one.
    func response(to head: HTTPRequest, body: ByteBuffer) async -> Response? {
        await withCheckedContinuation { continuation in
            respond(to: head, body: body) { continuation.resume(returning: $0) }
        }
    }
}

private struct BodyCollector: ResponseBodyWriter {
    let bytes: Shared<Data>

    func write(_ buffer: ByteBuffer) async throws { bytes.change { $0.append(contentsOf: buffer.readableBytesView) } }
    func finish(_ trailers: HTTPFields?) async throws {}
}
