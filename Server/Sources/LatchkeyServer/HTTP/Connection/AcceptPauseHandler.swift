import Foundation
import NIOCore

/// Accepts no connection while the process, or the machine, has no descriptor left for it.
///
/// A connection that cannot be accepted stays in the backlog, so that the listening socket stays readable, and NIO tries
/// again at once for as long as a read is pending: that would burn a core until some other descriptor is closed. So the
/// handler keeps a spare one and gives it up when the last is gone. The connection that waits is accepted with it, and
/// the next read is held back until there is a spare one again.
final class AcceptPauseHandler: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Never

    static let pause: TimeAmount = .milliseconds(100)

    private var spare = AcceptPauseHandler.openSpare()
    private var isReadHeld = false

    /// To a listening channel.
    static func add(to channel: any Channel) async {
        let added = channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(), position: .first)
        }
        // It fails only when the channel is closed already.
        try? await added.get()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            context.fireErrorCaught(error)
            return
        }
        // The error goes no further: behind this it would end the accepting for good.
        try? spare?.close()
        spare = nil
    }

    func read(context: ChannelHandlerContext) {
        spare = spare ?? Self.openSpare()
        if spare != nil {
            context.read()
        } else if !isReadHeld {
            isReadHeld = true
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [weak self] in
                self?.isReadHeld = false
                if context.channel.isActive { self?.read(context: context) }
            }
        }
    }

    /// Closed when it is let go.
    private static func openSpare() -> FileHandle? {
        FileHandle(forReadingAtPath: "/dev/null")
    }
}
