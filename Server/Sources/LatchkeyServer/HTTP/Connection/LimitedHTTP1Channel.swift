import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypesHTTP1

/// The framework's HTTP/1 connections with ``ConnectionLimits`` and ``ConnectionHandler``.
struct LimitedHTTP1Channel: ServerChildChannel {
    let http: HTTP1Channel
    let limits: ConnectionLimits
    let requestHandler: @Sendable () -> (any ChannelHandler)?

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let deadline = RequestDeadlineHandler(limit: limits.request)
            try pipeline.addHandler(deadline, position: .first)
            try pipeline.addHandler(
                ConnectionHandler(limits: limits, deadline: deadline),
                position: .before(pipeline.handler(type: HTTP1ToHTTPServerCodec.self)))
            if let handler = requestHandler() {
                try pipeline.addHandler(
                    handler, position: .after(pipeline.handler(type: HTTPConnectionStateHandler.self)))
            }
            return value
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}

extension HTTPServerBuilder {
    /// - Parameters:
    ///   - handlers: Creates the handlers between the decoder and the framework for each connection.
    ///   - requestHandler: Creates the handler of requests after those; nil for none.
    static func limitedHTTP1(
        _ limits: ConnectionLimits, handlers: @escaping @Sendable () -> [any RemovableChannelHandler] = { [] },
        requestHandler: @escaping @Sendable () -> (any ChannelHandler)? = { nil }
    ) -> HTTPServerBuilder {
        HTTPServerBuilder { responder in
            LimitedHTTP1Channel(
                http: HTTP1Channel(
                    responder: responder,
                    configuration: .init(additionalChannelHandlers: handlers(), idleTimeout: limits.idle)),
                limits: limits, requestHandler: requestHandler)
        }
    }
}

extension ApplicationConfiguration {
    /// A server on a port with limited connections.
    init(host: String, port: Int, limits: ConnectionLimits, logger: Logger) {
        self.init(
            address: .hostname(host, port: port), backlog: 1024,
            availableConnectionsDelegate: MaximumAvailableConnections(limits.connections, logger: logger))
    }
}
