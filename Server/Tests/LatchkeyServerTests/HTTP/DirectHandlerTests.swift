import Foundation
import HTTPTypes
import LatchkeyAPI
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import LatchkeyServer

@Suite(.onOneStore) struct DirectHandlerTests {
    private static let form = "application/x-www-form-urlencoded"
    private let later = Shared<[@Sendable (APIResponse?) -> Void]>([])
    private static let longest = String(repeating: "a", count: ConnectionLimits.maximumBodySize)

    /// Responds to `GET /now` with the query as location, and to `POST /now` with the form. `GET /later` gets its
    /// response in ``later``.
    private func open() -> EmbeddedChannel { EmbeddedChannel(handler: DirectHandler(responder: responder)) }

    private var responder: DirectResponder {
        let endpoints = [
            Endpoint(.get, "/now", body: .none, .anonymous { _ in .noContent }) { request, reply in
                switch request.rawQuery {
                case "rejected": reply(.problem(Problem(.locked)))
                case "waits": reply(nil)
                default: reply(.found(request.rawQuery))
                }
            },
            Endpoint(.post, "/now", body: .form, .anonymous { _ in .noContent }) { request, reply in
                reply(.html(String(decoding: request.form, as: UTF8.self)))
            },
            Endpoint(.get, "/later", .anonymous { _ in .noContent }) { [later] _, reply in
                later.change { $0.append(reply) }
            },
            Endpoint(.get, "/other", .anonymous { _ in .noContent }),
        ]
        return DirectResponder(
            endpoints: endpoints, headers: SecurityHeaders(isHTTPS: true), metrics: ServerMetrics(),
            date: ResponseDate(clock: ManualClock()))
    }

    private func request(
        _ target: String, _ method: HTTPRequest.Method = .get, _ body: String = "", type: String? = nil
    ) -> [HTTPRequestPart] {
        var head = HTTPRequest(method: method, scheme: "http", authority: "a.test", path: target)
        head.headerFields[.contentType] = type
        return [.head(head)] + (body.isEmpty ? [] : [.body(ByteBuffer(string: body))]) + [.end(nil)]
    }

    /// Returns the parts that pass to the framework, and those that are sent.
    private func send(
        _ parts: [HTTPRequestPart], to channel: EmbeddedChannel
    ) throws -> (passed: [HTTPRequestPart], sent: [HTTPResponsePart]) {
        for part in parts { try channel.writeInbound(part) }
        var (passed, sent): ([HTTPRequestPart], [HTTPResponsePart]) = ([], [])
        while let part = try channel.readInbound(as: HTTPRequestPart.self) { passed.append(part) }
        while let part = try channel.readOutbound(as: HTTPResponsePart.self) { sent.append(part) }
        return (passed, sent)
    }

    @Test("V12 direct responses have all headers")
    func directResponsesHaveAllHeaders() throws {
        let (passed, sent) = try send(request("/now?x", .post, "a=b", type: Self.form), to: open())
        #expect(passed.isEmpty)
        guard sent.count == 3, case .head(let head) = sent[0], case .body(let body) = sent[1] else {
            Issue.record("head, body and end were expected")
            return
        }
        #expect(head.status == .ok && body == ByteBuffer(string: "a=b"))
        var expected: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .contentLength: "3", .date: "Fri, 15 Jan 2027 08:00:00 GMT",
        ]
        SecurityHeaders(isHTTPS: true).add(to: &expected)
        #expect(head.headerFields == expected)
    }

    @Test(
        arguments: [
            ("/other", HTTPRequest.Method.get, "", nil), ("/now", .head, "", nil), ("/nowhere", .get, "", nil),
            ("/now?waits", .get, "", nil), ("/now?rejected", .get, "", nil), ("/now", .get, "a=b", form),
            ("/now", .post, "a=b", nil), ("/now", .post, "a=b", "application/json"),
            ("/now", .post, longest + "a", form),
        ] as [(String, HTTPRequest.Method, String, String?)])
    func otherRequestsPassUnchanged(target: String, method: HTTPRequest.Method, body: String, type: String?) throws {
        let parts = request(target, method, body, type: type)
        let (passed, sent) = try send(parts, to: open())
        #expect(passed == parts && sent.isEmpty)
    }

    @Test func theQueryAndTheLongestBodyAreRead() throws {
        let channel = open()
        let (_, sent) = try send(request("/now?a=b"), to: channel)
        guard case .head(let head) = sent.first else { Issue.record("no response"); return }
        #expect(head.headerFields[.location] == "a=b" && sent.count == 2)
        let halves = [String](repeating: String(Self.longest.dropLast(Self.longest.count / 2)), count: 2)
        var parts = request("/now", .post, type: Self.form)
        parts.insert(contentsOf: halves.map { .body(ByteBuffer(string: $0)) }, at: 1)
        #expect(try send(parts, to: channel).sent.count == 3)
    }

    @Test func noResponseIsDirectWhileAPassedRequestWaits() throws {
        let channel = open()
        let parts = request("/other") + request("/now")
        let (passed, sent) = try send(parts, to: channel)
        #expect(passed == parts && sent.isEmpty)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try send(request("/now"), to: channel).passed == request("/now"))
        for _ in 0..<2 { try channel.writeOutbound(HTTPResponsePart.end(nil)) }
        while try channel.readOutbound(as: HTTPResponsePart.self) != nil {}
        #expect(try send(request("/now"), to: channel).sent.count == 2)
    }

    @Test(arguments: [true, false])
    func whatFollowsALaterResponseWaitsForIt(isDirect: Bool) throws {
        let channel = open()
        let (first, second) = (request("/later"), request("/now?second"))
        #expect(try send(first + second, to: channel) == ([], []))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        channel.pipeline.fireErrorCaught(HTTPParserError.invalidMethod)
        #expect(throws: Never.self) { try channel.throwIfErrorCaught() }
        let reply = try #require(later.value.first)
        reply(isDirect ? .found("first") : nil)
        #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
        let (passed, sent) = try send([], to: channel)
        #expect(passed == (isDirect ? [] : first + second))
        let locations = sent.compactMap { part in
            if case .head(let head) = part { head.headerFields[.location] } else { nil }
        }
        #expect(locations == (isDirect ? ["first", "second"] : []))
    }

    @Test(arguments: [true, false])
    func responseOfAnotherThreadIsSentOnTheEventLoop(isDirect: Bool) async throws {
        let channel = try await NIOAsyncTestingChannel { [responder] channel in
            try channel.pipeline.syncOperations.addHandler(DirectHandler(responder: responder))
        }
        let parts = request("/later")
        for part in parts { try await channel.writeInbound(part) }
        let reply = try #require(later.value.first)
        reply(isDirect ? .found("first") : nil)
        await channel.testingEventLoop.run()
        let sent = try await channel.readOutbound(as: HTTPResponsePart.self)
        let passed = try await channel.readInbound(as: HTTPRequestPart.self)
        #expect((sent != nil) == isDirect && passed == (isDirect ? nil : parts[0]))
    }

    @Test func announcedBodyOverTheLimitIsNotAwaited() throws {
        var head = HTTPRequest(method: .post, scheme: "http", authority: "a.test", path: "/now")
        for (length, passes) in [("4096", false), ("4097", true), ("99999999999999999999", true)] {
            head.headerFields[.contentLength] = length
            #expect(try send([.head(head)], to: open()).passed == (passes ? [.head(head)] : []))
        }
    }

    @Test func passedRequestKeepsItsTrailers() throws {
        let parts = Array(request("/now?waits").dropLast()) + [HTTPRequestPart.end([.date: "x"])]
        #expect(try send(parts, to: open()).passed == parts)
    }

    @Test func inputIsReadOnlyBetweenRequests() throws {
        let reads = ReadCounter()
        let channel = open()
        try channel.pipeline.syncOperations.addHandler(reads, position: .first)
        _ = try send(request("/later"), to: channel)
        let before = reads.count
        channel.read()
        #expect(reads.count == before)
        let reply = try #require(later.value.first)
        reply(nil)
        #expect(reads.count == before + 1)
    }

    @Test func aClosedConnectionGetsNoLaterResponse() throws {
        let channel = open()
        _ = try send(request("/later"), to: channel)
        channel.pipeline.fireChannelInactive()
        let reply = try #require(later.value.first)
        reply(.found(nil))
        #expect(try send([], to: channel) == ([], []))
    }
}

private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = HTTPResponsePart

    private(set) var count = 0

    func read(context: ChannelHandlerContext) {
        count += 1
        context.read()
    }
}

extension APIResponse {
    fileprivate static func found(_ query: String?) -> APIResponse {
        var response = APIResponse.noContent
        response.headers[.location] = query
        return response
    }
}
