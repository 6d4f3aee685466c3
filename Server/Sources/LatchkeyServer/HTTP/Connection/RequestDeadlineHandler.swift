import NIOCore
import NIOHTTP1

/// Gives each request a time by which all of it must have arrived, counted from its first byte: one that trickles in
/// would hold a connection for as long as its sender likes. It stands before the decoder, so that a head that is not
/// complete counts too.
final class RequestDeadlineHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let limit: TimeAmount
    /// Nil between two requests.
    private var end: NIODeadline?
    /// One timer runs at a time, and looks at `end` when it fires: most requests then cost none of their own.
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

    /// From now on no request is waited for.
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
