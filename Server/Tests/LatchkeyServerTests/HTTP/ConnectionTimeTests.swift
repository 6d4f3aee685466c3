import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import LatchkeyServer

/// The end of connections, on an event loop whose time the test moves.
@Suite struct ConnectionTimeTests {
    private let limits = ConnectionLimits()

    @Test(
        arguments: [
            (HTTPVersion.http1_0, HTTPHeaders(), true),
            (.http1_1, HTTPHeaders([("Host", "a.test"), ("Connection", "close")]), true),
            // The response precedes the body, which is never read completely.
            (.http1_1, HTTPHeaders([("Host", "a.test"), ("Content-Length", "100000")]), false),
        ])
    func aLastResponseClosesTheConnectionImmediately(version: HTTPVersion, headers: HTTPHeaders, isRead: Bool) throws {
        let closes = CloseHandler()
        let deadline = RequestDeadlineHandler(limit: limits.request)
        let channel = try open([closes, ConnectionHandler(limits: limits, deadline: deadline)])
        let head = HTTPRequestHead(version: version, method: .GET, uri: "/", headers: headers)
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        if isRead { try channel.writeInbound(HTTPServerRequestPart.end(nil)) }
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        #expect(closes.modes.isEmpty)
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        #expect(closes.modes == [.output])
        channel.embeddedEventLoop.advanceTime(by: limits.lingering - .nanoseconds(1))
        #expect(closes.modes == [.output])
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
        #expect(closes.modes == [.output, .all])
        #expect(!channel.isActive)
    }

    @Test func requestAfterConnectionCloseIsIgnored() throws {
        let deadline = RequestDeadlineHandler(limit: limits.request)
        let channel = try open([ConnectionHandler(limits: limits, deadline: deadline)])
        let last = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: "/last", headers: ["Host": "a.test", "Connection": "close"])
        let next = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/next", headers: ["Host": "a.test"])
        for head in [last, next] {
            try channel.writeInbound(HTTPServerRequestPart.head(head))
            try channel.writeInbound(HTTPServerRequestPart.end(nil))
        }
        var paths: [String] = []
        while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
            if case .head(let head) = part { paths.append(head.uri) }
        }
        #expect(paths == ["/last"])
    }

    @Test(arguments: [(ConnectionLimits.maximumBodySize, true), (ConnectionLimits.maximumBodySize + 1, false)])
    func theServerSends100ContinueOnlyForAcceptableBodies(length: Int, comes: Bool) throws {
        let deadline = RequestDeadlineHandler(limit: limits.request)
        let channel = try open([ConnectionHandler(limits: limits, deadline: deadline)])
        let head = HTTPRequestHead(
            version: .http1_1, method: .POST, uri: "/",
            headers: ["Host": "a.test", "Expect": "100-Continue", "Content-Length": "\(length)"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        let response = HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .continue))
        #expect(try channel.readOutbound(as: HTTPServerResponsePart.self) == (comes ? response : nil))
    }

    @Test(
        "V9 the server keeps listening without free file descriptors",
        arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM])
    func theServerKeepsListeningWithoutFreeFileDescriptors(code: Int32) throws {
        let channel = EmbeddedChannel(handler: AcceptPauseHandler())
        channel.pipeline.fireErrorCaught(IOError(errnoCode: code, reason: "accept"))
        #expect(throws: Never.self) { try channel.throwIfErrorCaught() }
        channel.pipeline.fireErrorCaught(IOError(errnoCode: EINVAL, reason: "accept"))
        #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
        _ = try channel.finish()
    }

    @Test("V9 the next accept waits for a free file descriptor")
    func theNextAcceptWaitsForAFreeFileDescriptor() throws {
        var free: [FileHandle] = [.nullDevice]
        let accepts = ReadCounter()
        let channel = try open([accepts, AcceptPauseHandler { free.popLast() }])
        channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
        let before = accepts.count
        for _ in 0..<2 { channel.read() }
        channel.embeddedEventLoop.advanceTime(by: AcceptPauseHandler.pause)
        #expect(accepts.count == before)
        free = [.nullDevice]
        channel.embeddedEventLoop.advanceTime(by: AcceptPauseHandler.pause - .nanoseconds(1))
        #expect(accepts.count == before)
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
        #expect(accepts.count == before + 1)
    }

    @Test func keepAliveConnectionIsNotClosed() throws {
        let closes = CloseHandler()
        let deadline = RequestDeadlineHandler(limit: limits.request)
        let channel = try open([closes, ConnectionHandler(limits: limits, deadline: deadline)])
        let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/", headers: ["Host": "a.test"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
        try channel.writeInbound(HTTPServerRequestPart.end(nil))
        try channel.writeOutbound(HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: .ok)))
        try channel.writeOutbound(HTTPServerResponsePart.end(nil))
        channel.embeddedEventLoop.advanceTime(by: limits.lingering)
        #expect(closes.modes.isEmpty)
        #expect(channel.isActive)
    }

    @Test("V9 a request times out ten seconds after its first byte")
    func aRequestTimesOutTenSecondsAfterItsFirstByte() throws {
        #expect(limits.request == .seconds(10))
        let errors = ErrorHandler()
        let deadline = RequestDeadlineHandler(limit: limits.request)
        let channel = try open([deadline, errors])
        for _ in 0..<2 {
            try channel.writeInbound(ByteBuffer(string: "G"))
            channel.embeddedEventLoop.advanceTime(by: limits.request - .nanoseconds(1))
            try channel.writeInbound(ByteBuffer(string: "E"))
            deadline.requestEnded()
            channel.embeddedEventLoop.advanceTime(by: limits.request * 3)
            #expect(errors.count == 0)
        }
        for _ in 0..<10 {
            #expect(errors.count == 0)
            try channel.writeInbound(ByteBuffer(string: "G"))
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        }
        #expect(errors.count == 1)
    }

    private func open(_ handlers: [any ChannelHandler]) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handlers: handlers)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
        return channel
    }
}

/// Records which sides of the connection are closed, in order.
private final class CloseHandler: ChannelOutboundHandler {
    typealias OutboundIn = Any

    private(set) var modes: [CloseMode] = []

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        modes.append(mode)
        // An embedded channel cannot be half-closed.
        if mode == .all { context.close(mode: mode, promise: promise) } else { promise?.succeed() }
    }
}

/// Counts reads, which accept connections on a listening channel.
private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = Any

    private(set) var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }
}

/// Counts errors.
private final class ErrorHandler: ChannelInboundHandler {
    typealias InboundIn = Any

    private(set) var count = 0

    func errorCaught(context: ChannelHandlerContext, error: any Error) { count += 1 }
}
