import Foundation
import NIOCore
package import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on the loopback interface with scripted responses, which records requests.
package final class HostileServer: Sendable {
    package struct Response: Sendable {
        package var status: HTTPResponseStatus
        package var headers: HTTPHeaders
        package var body: String
        /// Whether the response never ends after the head and the body.
        package var isEndless: Bool

        package init(
            status: HTTPResponseStatus = .ok, headers: HTTPHeaders = ["Content-Type": "application/json"],
            body: String = "{}", isEndless: Bool = false
        ) {
            (self.status, self.headers, self.body, self.isEndless) = (status, headers, body, isEndless)
        }
    }

    private struct State {
        var replies: [String: Response] = [:]
        var requests: [(head: HTTPRequestHead, body: String)] = []
    }

    private let state = Mutex(State())
    private let channel: any Channel
    package let origin: String

    private init(_ channel: any Channel) {
        self.channel = channel
        origin = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
    }

    /// Runs the body with a new server, and stops it afterwards.
    package static func run(_ body: (HostileServer) async throws -> Void) async throws {
        let handler = Mutex<HostileServer?>(nil)
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMapThrowing {
                    guard let server = handler.withLock({ $0 }) else { return }
                    try channel.pipeline.syncOperations.addHandler(Handler(server: server))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let server = HostileServer(channel)
        handler.withLock { $0 = server }
        do {
            try await body(server)
        } catch {
            try? await channel.close()
            throw error
        }
        try await channel.close()
    }

    package func respond(_ path: String, _ reply: Response) { state.withLock { $0.replies[path] = reply } }
    package var requests: [(head: HTTPRequestHead, body: String)] { state.withLock { $0.requests } }

    private func take(_ head: HTTPRequestHead, _ body: String) -> Response {
        state.withLock { state in
            state.requests.append((head, body))
            return state.replies[head.uri] ?? Response(status: .notFound)
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: HostileServer
        private var head: HTTPRequestHead?
        private var body = ""

        init(server: HostileServer) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, "")
            case .body(let part): body += String(buffer: part)
            case .end:
                guard let head else { return }
                let reply = server.take(head, body)
                let response = HTTPResponseHead(version: .http1_1, status: reply.status, headers: reply.headers)
                context.write(wrapOutboundOut(.head(response)), promise: nil)
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: reply.body)))), promise: nil)
                context.flush()
                if !reply.isEndless { context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil) }
            }
        }
    }
}
