import NIOCore
import NIOHTTP1

/// A handler that limits the time of each request from its first byte, so that slow clients cannot occupy connections.
/// It precedes the decoder, and so covers incomplete heads.
final class RequestDeadlineHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let limit: TimeAmount
    /// The deadline of the current request; nil between two requests.
    private var end: NIODeadline?
    /// Whether the timer is set. One timer serves all requests, and checks `end` when it fires.
    private var isTimerSet = false
    private var isStopped = false

    init(limit: TimeAmount) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if end == nil, !isStopped {
            end = context.eventLoop.now + limit
            setTimer(context)
        }
        context.fireChannelRead(data)
    }

    func requestEnded() {
        end = nil
    }

    /// Stops the timer, because no further request is expected.
    func stop() {
        end = nil
        isStopped = true
    }

    private func setTimer(_ context: ChannelHandlerContext) {
        guard !isTimerSet, let end else { return }
        isTimerSet = true
        context.eventLoop.assumeIsolated().scheduleTask(deadline: end) { [weak self] in
            self?.timerFired(context)
        }
    }

    private func timerFired(_ context: ChannelHandlerContext) {
        isTimerSet = false
        guard let end, context.channel.isActive else { return }
        guard end <= context.eventLoop.now else { return setTimer(context) }
        stop()
        context.fireErrorCaught(HTTPParserError.invalidEOFState)
    }
}
