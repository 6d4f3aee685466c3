import NIOCore
import NIOPosix

/// A port of the loopback for a program that cannot choose one itself.
enum FreePort {
    /// Below what a system hands out (on Linux from 32768 on): nobody who asks for any port comes to this one before
    /// the program listens.
    private static let ports = 10_000..<32_768

    /// Free a moment ago.
    static func find() async throws -> Int {
        for _ in 0..<100 {
            let port = Int.random(in: ports)
            let bootstrap = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            guard let channel = try? await bootstrap.bind(host: "127.0.0.1", port: port).get() else { continue }
            try await channel.close()
            return port
        }
        throw DeadlineError(description: "no port")
    }
}
