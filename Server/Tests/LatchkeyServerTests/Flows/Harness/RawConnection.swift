import Foundation
import NIOCore
import NIOPosix

/// A TCP connection for bytes that no HTTP client sends.
struct RawConnection: Sendable {
    private let channel: any Channel
    private let inbound: Inbound

    /// The received bytes.
    private actor Inbound {
        var text = ""
        var isClosed = false

        func append(_ more: String) { text += more }
        func close() { isClosed = true }
    }

    /// Runs `body` with a connection to a loopback port, optionally from another loopback address.
    static func with<Value: Sendable>(
        port: Int, from address: String? = nil, _ body: (RawConnection) async throws -> Value
    ) async throws -> Value {
        // The connection stays open after the peer has closed its side, so that only the server ends it.
        var bootstrap = ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
        if let address { bootstrap = bootstrap.bind(to: try SocketAddress(ipAddress: address, port: 0)) }
        let wrapped = try await bootstrap.connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
            }
        }
        return try await wrapped.executeThenClose { inbound, _ in
            let box = Inbound()
            let reader = Task {
                do {
                    for try await bytes in inbound { await box.append(String(buffer: bytes)) }
                } catch {}
                await box.close()
            }
            defer { reader.cancel() }
            return try await body(RawConnection(channel: wrapped.channel, inbound: box))
        }
    }

    func send(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    var received: String { get async { await inbound.text } }
    var isClosed: Bool { get async { await inbound.isClosed } }

    /// Waits until a text has arrived, and returns all received text.
    @discardableResult
    func expect(_ text: String) async throws -> String {
        try await waitUntil("\(text) from the server") { await received.contains(text) }
        return await received
    }

    /// Waits until the peer has closed the connection.
    func expectEnd() async throws {
        try await waitUntil("end of a connection") { await isClosed }
    }
}
