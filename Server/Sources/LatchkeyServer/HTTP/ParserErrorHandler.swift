import HTTPTypes
import LatchkeyAPI
import NIOCore
import NIOHTTPTypes

/// Gives the bare 400 that the framework writes itself, when it cannot read a request at all, the form that every
/// other error has: a problem document with the headers of the contract.
final class ParserErrorHandler: ChannelOutboundHandler, RemovableChannelHandler {
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let headers: SecurityHeaders

    init(headers: SecurityHeaders) {
        self.headers = headers
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Every answer of ours has a content type or no body at all, and no other one is a 400 without it.
        guard case .head(var head) = unwrapOutboundIn(data), head.status == .badRequest,
            head.headerFields[.contentType] == nil
        else {
            context.write(data, promise: promise)
            return
        }
        let answer = APIResponse.problem(Problem(.invalidRequest, detail: "The request is not readable HTTP."))
        headers.add(to: &head.headerFields)
        head.headerFields[.contentType] = answer.contentType
        head.headerFields[.contentLength] = String(answer.body.count)
        context.write(wrapOutboundOut(.head(head)), promise: promise)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: answer.body))), promise: nil)
    }
}
