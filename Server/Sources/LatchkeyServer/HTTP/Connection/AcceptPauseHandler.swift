import Foundation
import NIOCore

/// Accepts no connection while the process, or the machine, has no descriptor left for it.
///
/// A connection that cannot be accepted stays in the backlog. The listening socket stays readable then, and NIO tries
/// again at once for as long as a read is pending, which would keep a core busy until another descriptor is closed.
/// This handler therefore keeps a spare descriptor and closes it when no other is left. The waiting connection is
/// accepted with it, and the next read is delayed until there is a spare descriptor again.
final class AcceptPauseHandler: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Never

    static let pause: TimeAmount = .milliseconds(100)

    private var spare = AcceptPauseHandler.openSpare()
    private var isReadHeld = false

    /// Adds a handler to a listening channel.
    static func add(to channel: any Channel) async {
        let added = channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(), position: .first)
        }
        // This fails only if the channel is already closed.
        try? await added.get()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            context.fireErrorCaught(error)
            return
        }
        // The error is not passed on: NIO would stop accepting for good.
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

    /// The handle closes its descriptor when it is released.
    private static func openSpare() -> FileHandle? {
        FileHandle(forReadingAtPath: "/dev/null")
    }
}
