import HTTPTypes
import LatchkeyAPI
import NIOCore
import NIOHTTPTypes

/// A handler that replaces the framework's bare 400 for invalid HTTP by a problem document with the usual header
/// fields.
final class ParserErrorHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let headers: SecurityHeaders

    init(headers: SecurityHeaders) {
        self.headers = headers
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // The server's own responses with this status have a content type.
        guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest,
            head.headerFields[.contentType] == nil
        else {
            context.write(data, promise: promise)
            return
        }
        let response = APIResponse.problem(Problem(.invalidRequest, detail: "The request is not valid HTTP."))
        headers.add(to: &head.headerFields)
        head.headerFields[.contentType] = response.contentType
        head.headerFields[.contentLength] = String(response.body.count)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: response.body))), promise: nil)
    }
}
