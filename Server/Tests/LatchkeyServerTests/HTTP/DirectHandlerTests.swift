import Foundation
import HTTPTypes
import LatchkeyAPI
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import LatchkeyServer

@Suite(.onOneStore) struct DirectHandlerTests {
    private static let form = "application/x-www-form-urlencoded"
    private static let longest = String(repeating: "a", count: ConnectionLimits.maximumBodySize)

    /// Responds to `GET /now` with the query as location, and to `POST /now` with the form.
    private func open() -> EmbeddedChannel {
        let endpoints = [
            Endpoint(.get, "/now", body: .none, .anonymous { _ in .noContent }) { request in
                guard request.rawQuery != "rejected" else { return .problem(Problem(.locked)) }
                guard request.rawQuery != "waits" else { return nil }
                return .noContent.with { $0.headers[.location] = request.rawQuery }
            },
            Endpoint(.post, "/now", body: .form, .anonymous { _ in .noContent }) { request in
                .html(String(decoding: request.form, as: UTF8.self))
            },
            Endpoint(.get, "/other", .anonymous { _ in .noContent }),
        ]
        let responder = DirectResponder(
            endpoints: endpoints, headers: SecurityHeaders(isHTTPS: true), metrics: ServerMetrics(),
            date: ResponseDate(clock: ManualClock()))
        return EmbeddedChannel(handler: DirectHandler(responder: responder))
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

    @Test func responsesHaveTheOrderOfRequests() throws {
        let channel = open()
        let parts = request("/other") + request("/now")
        let (passed, sent) = try send(parts, to: channel)
        #expect(passed == parts && sent.isEmpty)
        for _ in 0..<2 {
            #expect(try send(request("/now"), to: channel).sent.isEmpty)
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            _ = try channel.readOutbound(as: HTTPResponsePart.self)
            _ = try channel.readOutbound(as: HTTPResponsePart.self)
        }
        // Two of the four were the last requests'.
        for _ in 0..<2 { try channel.writeOutbound(HTTPResponsePart.end(nil)) }
        while try channel.readOutbound(as: HTTPResponsePart.self) != nil {}
        #expect(try send(request("/now"), to: channel).sent.count == 2)
    }
}

extension APIResponse {
    fileprivate func with(_ change: (inout APIResponse) -> Void) -> APIResponse {
        var response = self
        change(&response)
        return response
    }
}
