import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// A handler before the framework's, for requests that get a direct response. All others pass.
///
/// Responses have the order of requests: none is direct while a passed one waits for its response, and everything that
/// follows a request without its direct response is kept until then.
final class DirectHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private struct Held {
        let head: HTTPRequest
        var body = ByteBuffer()
        var trailers: HTTPFields?
    }

    private enum Inbound {
        case part(HTTPRequestPart)
        case event(Any)
        case failure(any Error)
    }

    private let responder: DirectResponder
    /// The request that is being read or waits for its response. It passes only if it gets no direct one.
    private var held: Held?
    /// Whether the responder has not replied yet.
    private var isWaiting = false
    /// What followed meanwhile.
    private var kept: [Inbound] = []
    private var isReadKept = false
    /// The number of passed requests without a complete response.
    private var passed = 0

    init(responder: DirectResponder) {
        self.responder = responder
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        receive(.part(unwrapInboundIn(data)), context)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { receive(.event(event), context) }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { receive(.failure(error), context) }

    private func receive(_ inbound: Inbound, _ context: ChannelHandlerContext) {
        guard !isWaiting else { return kept.append(inbound) }
        switch inbound {
        case .part(let part): receive(part, context)
        case .event(let event): context.fireUserInboundEventTriggered(event)
        case .failure(let error): context.fireErrorCaught(error)
        }
    }

    private func receive(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head) where passed == 0 && responder.accepts(head):
            held = Held(head: head)
        case .head:
            passed += 1
            context.fireChannelRead(wrapInboundOut(part))
        case .body(let bytes):
            guard held != nil else { return context.fireChannelRead(wrapInboundOut(part)) }
            held?.body.writeImmutableBuffer(bytes)
            if let held, held.body.readableBytes > ConnectionLimits.maximumBodySize { pass(held, context) }
        case .end(let trailers):
            guard let held else { return context.fireChannelRead(wrapInboundOut(part)) }
            self.held?.trailers = trailers
            respond(to: held, context)
        }
    }

    private func respond(to request: Held, _ context: ChannelHandlerContext) {
        isWaiting = true
        let eventLoop = context.eventLoop
        let this = NIOLoopBound((self, context), eventLoop: eventLoop)
        responder.respond(to: request.head, body: request.body) { response in
            if eventLoop.inEventLoop { return this.value.0.finish(response, this.value.1) }
            eventLoop.execute {
                let (handler, context) = this.value
                guard handler.isWaiting else { return }
                handler.finish(response, context)
                context.fireChannelReadComplete()
            }
        }
    }

    /// Sends the response of the held request, or passes it if there is none. Then handles what followed.
    private func finish(_ response: DirectResponder.Response?, _ context: ChannelHandlerContext) {
        guard let request = held else { return }
        isWaiting = false
        held = nil
        if let response {
            context.write(wrapOutboundOut(.head(response.head)), promise: nil)
            if let body = response.body { context.write(wrapOutboundOut(.body(body)), promise: nil) }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        } else {
            pass(request, context)
            context.fireChannelRead(wrapInboundOut(.end(request.trailers)))
        }
        guard !kept.isEmpty || isReadKept else { return }
        let kept = kept
        self.kept = []
        for inbound in kept { receive(inbound, context) }
        if !isWaiting, isReadKept {
            isReadKept = false
            context.read()
        }
    }

    private func pass(_ request: Held, _ context: ChannelHandlerContext) {
        held = nil
        passed += 1
        context.fireChannelRead(wrapInboundOut(.head(request.head)))
        if request.body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(request.body))) }
    }

    /// Reads no further input while a request waits, so that little is kept.
    func read(context: ChannelHandlerContext) {
        if isWaiting { isReadKept = true } else { context.read() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        (isWaiting, held, kept) = (false, nil, [])
        context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // A malformed head, which does not pass, also gets a response.
        if case .end = unwrapOutboundIn(data) { passed = max(0, passed - 1) }
        context.write(data, promise: promise)
    }
}
