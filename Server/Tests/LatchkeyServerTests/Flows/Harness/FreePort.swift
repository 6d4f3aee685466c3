import NIOCore
import NIOPosix

/// A port of the loopback for a program that cannot choose one itself.
enum FreePort {
    /// Free a moment ago; it may not be any more.
    static func find() async throws -> Int {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = channel.localAddress?.port
        try await channel.close()
        guard let port else { throw DeadlineError(description: "no port") }
        return port
    }
}
