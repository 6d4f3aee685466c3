import NIOCore
import NIOPosix

/// A free loopback port for a program that cannot choose one.
enum FreePort {
    /// Below the ephemeral range (on Linux from 32768), so that no other program gets the port by chance.
    private static let ports = 10_000..<32_768

    /// Returns a port that was just free.
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
