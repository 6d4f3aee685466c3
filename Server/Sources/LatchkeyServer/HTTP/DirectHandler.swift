import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler before the framework's, for requests to which a ``DirectResponder`` responds. All others pass.
final class DirectHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let responder: DirectResponder
    /// The request that is being read, and passes only if it gets no direct response.
    private var held: (head: HTTPRequest, body: ByteBuffer)?
    /// The number of passed requests without a complete response. Responses are sent in the order of requests.
    private var passed = 0

    init(responder: DirectResponder) {
        self.responder = responder
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where passed == 0 && responder.accepts(head):
            held = (head, ByteBuffer())
        case .head:
            passed += 1
            context.fireChannelRead(data)
        case .body(let part):
            guard held != nil else { return context.fireChannelRead(data) }
            held?.body.writeImmutableBuffer(part)
            if let held, held.body.readableBytes > ConnectionLimits.maximumBodySize { pass(held, context) }
        case .end:
            guard let held else { return context.fireChannelRead(data) }
            if let response = responder.response(to: held.head, body: held.body) {
                self.held = nil
                write(response.head, response.body, context)
            } else {
                pass(held, context)
                context.fireChannelRead(data)
            }
        }
    }

    private func pass(_ request: (head: HTTPRequest, body: ByteBuffer), _ context: ChannelHandlerContext) {
        held = nil
        passed += 1
        context.fireChannelRead(wrapInboundOut(.head(request.head)))
        if request.body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(request.body))) }
    }

    private func write(_ head: HTTPResponse, _ body: ByteBuffer?, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let body { context.write(wrapOutboundOut(.body(body)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { passed = max(0, passed - 1) }
        context.write(data, promise: promise)
    }
}
