import Foundation
import NIOCore

/// A handler that stops accepting connections while there are no free file descriptors.
///
/// A connection that cannot be accepted stays in the backlog, and the socket stays readable. NIO would retry
/// immediately and keep a core busy. This handler keeps a spare descriptor and closes it when no other is left. The
/// waiting connection is accepted with it, and the next read is delayed until there is a spare descriptor again.
///
/// It is a second defense: connections get a quarter of the descriptors. On Linux, libdispatch ends a process that has
/// no free one when it counts its runnable threads (`_dispatch_workq_monitor_pools`).
final class AcceptPauseHandler: ChannelDuplexHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Never

    static let pause: TimeAmount = .milliseconds(100)

    private let openSpare: () -> FileHandle?
    private var spare: FileHandle?
    private var isReadHeld = false

    /// - Parameter openSpare: Opens a descriptor. Returns nil without a free one. The handle closes it when released.
    init(openSpare: @escaping () -> FileHandle? = { FileHandle(forReadingAtPath: "/dev/null") }) {
        self.openSpare = openSpare
        spare = openSpare()
    }

    /// Adds a handler to a listening channel.
    static func add(to channel: any Channel) async {
        let added = channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(), position: .first)
        }
        // Fails only if the channel is already closed.
        try? await added.get()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode) else {
            context.fireErrorCaught(error)
            return
        }
        // The error is not forwarded, because NIO would stop accepting.
        try? spare?.close()
        spare = nil
    }

    func read(context: ChannelHandlerContext) {
        spare = spare ?? openSpare()
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
}
