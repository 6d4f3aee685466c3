import NIOCore
import NIOHTTP1

/// A handler for the requirements of RFC 9112 beyond the syntax of messages: exactly one `Host`, and `100 Continue`.
/// Closes a connection that the client ends, or on which it sent more than was read.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private let limits: ConnectionLimits
    private let deadline: RequestDeadlineHandler
    /// The number of requests without a complete response.
    private var requestsOpen = 0
    /// Whether the latest request is incomplete.
    private var isReading = false
    /// Whether the latest request waits for `100 Continue`, which follows the responses to earlier requests.
    private var owesContinue = false
    /// Whether the latest request is the last one.
    private var isLast = false
    /// Whether further input is ignored.
    private var ignoresInput = false
    private var isOutputClosed = false

    init(limits: ConnectionLimits, deadline: RequestDeadlineHandler) {
        self.limits = limits
        self.deadline = deadline
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        if case .end = part { deadline.requestEnded() }
        guard !ignoresInput else { return }
        switch part {
        case .head(let head):
            read(head, data, context)
        case .body:
            context.fireChannelRead(data)
        case .end:
            isReading = false
            owesContinue = false
            if isLast { ignoresInput = true }
            context.fireChannelRead(data)
        }
    }

    /// Handles the head of a request.
    ///
    /// - Parameter data: The same head, as received.
    private func read(_ head: HTTPRequestHead, _ data: NIOAny, _ context: ChannelHandlerContext) {
        guard RequestHost.isValid(head) else {
            errorCaught(context: context, error: HTTPParserError.invalidHeaderToken)
            return
        }
        // Persistent connections of HTTP/1.0 are not supported.
        let endsConnection = head.version != .http1_1 || !head.isKeepAlive
        if endsConnection { isLast = true }
        isReading = true
        requestsOpen += 1
        owesContinue = head.version == .http1_1 && Self.expectsContinue(head)
        if requestsOpen == 1 { writeContinue(context) }
        guard endsConnection else { return context.fireChannelRead(data) }
        var last = head
        last.headers.replaceOrAdd(name: "Connection", value: "close")
        context.fireChannelRead(wrapInboundOut(.head(last)))
    }

    /// Whether the client waits before it sends a body that is not too large.
    private static func expectsContinue(_ head: HTTPRequestHead) -> Bool {
        guard head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) else { return false }
        let length = head.headers["content-length"].first.flatMap { Int($0) } ?? 0
        return length <= ConnectionLimits.maximumBodySize
    }

    private func writeContinue(_ context: ChannelHandlerContext) {
        guard owesContinue else { return }
        owesContinue = false
        context.writeAndFlush(
            wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // After a response to an incomplete request, the rest of the request would have to be read first.
            guard requestsOpen <= 1, isReading || isLast else { return context.write(data, promise: promise) }
            isLast = true
            head.headers.replaceOrAdd(name: "Connection", value: "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body:
            context.write(data, promise: promise)
        case .end:
            requestsOpen = max(0, requestsOpen - 1)
            if requestsOpen == 0, isLast {
                context.writeAndFlush(data, promise: promise)
                close(context: context, mode: .output, promise: nil)
            } else {
                context.write(data, promise: promise)
                if requestsOpen == 1 { writeContinue(context) }
            }
        }
    }

    /// Stops reading, also after invalid HTTP, to which a later handler responds with 400.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        ignoresInput = true
        deadline.stop()
        context.fireErrorCaught(error)
    }

    /// Closes the output, and after a delay the connection, even if the client has not closed it.
    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode == .output else {
            context.close(mode: mode, promise: promise)
            return
        }
        guard !isOutputClosed else {
            promise?.succeed()
            return
        }
        isOutputClosed = true
        ignoresInput = true
        deadline.stop()
        context.close(mode: .output, promise: promise)
        let channel = context.channel
        channel.eventLoop.assumeIsolated().scheduleTask(in: limits.lingering) { channel.close(promise: nil) }
    }
}
