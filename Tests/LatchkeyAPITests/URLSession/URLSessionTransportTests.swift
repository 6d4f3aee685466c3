import Foundation
import LatchkeyAPI
import Testing

/// The transport with real sockets.
@Suite(.timeLimit(.minutes(5))) struct URLSessionTransportTests {
    private let transport = URLSessionTransport()

    private func request(
        to server: LoopbackServer, _ method: TransportRequest.Method = .get, path: String = "/x",
        headers: [String: String] = [:], body: Data? = nil, timeout: Duration = .seconds(20)
    ) throws -> TransportRequest {
        TransportRequest(
            method: method, url: try server.url.appending(path: path), headers: headers, body: body, timeout: timeout)
    }

    @Test(arguments: [
        (TransportRequest.Method.get, nil), (.post, #"{"a":1}"#), (.patch, #"{"a":1}"#), (.delete, nil),
        (.delete, #"{"a":1}"#),
    ])
    func requestAndResponseAreTransferredCompletely(_ method: TransportRequest.Method, _ body: String?)
        async throws
    {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 418 Odd\r\nRetry-After: 7\r\nContent-Length: 2\r\n\r\nhi")
        }
        defer { server.stop() }
        let response = try await transport.send(
            request(to: server, method, headers: ["Authorization": "Bearer T"], body: body.map { Data($0.utf8) }))
        #expect(response.status == 418)
        #expect(response.header("retry-after") == "7")
        #expect(response.body == Data("hi".utf8))
        let received = try #require(server.received.first)
        #expect(received.hasPrefix("\(method.rawValue) /x HTTP/1.1\r\n"))
        #expect(received.contains("\r\nAuthorization: Bearer T\r\n"))
        #expect(received.hasSuffix("\r\n\r\n" + (body ?? "")))
        #expect(!received.lowercased().contains("\r\ntransfer-encoding:"))
        #expect(!received.lowercased().contains("\r\nexpect:"))
    }

    @Test func responseWithoutABodyIsAccepted() async throws {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 204 No Content\r\nX-Latchkey-Email: a@b\r\n\r\n")
        }
        defer { server.stop() }
        let response = try await transport.send(request(to: server))
        #expect(response.status == 204)
        #expect(response.header("x-latchkey-email") == "a@b")
        #expect(response.body.isEmpty)
    }

    @Test func connectionIsClosedAfterItsResponse() async throws {
        let (closed, closing) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            connection.waitForClose()
            closing.yield()
        }
        defer { server.stop() }
        _ = try await transport.send(request(to: server))
        for await _ in closed { break }
    }

    @Test func rejectedConnectionIsNotConnected() async throws {
        let port = try LoopbackServer.closedPort()
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/x"))
        await #expect(throws: HTTPTransportError.notConnected) {
            try await transport.send(TransportRequest(method: .get, url: url, timeout: .seconds(20)))
        }
    }

    @Test func unknownHostIsNotConnected() async throws {
        let url = try #require(URL(string: "http://nowhere.invalid/x"))
        await #expect(throws: HTTPTransportError.notConnected) {
            try await transport.send(TransportRequest(method: .get, url: url, timeout: .seconds(20)))
        }
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"])
    func connectionClosedInTheMiddleIsLost(_ start: String) async throws {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write(start)
        }
        defer { server.stop() }
        await #expect(throws: HTTPTransportError.connectionLost) { try await transport.send(request(to: server)) }
        #expect(server.received.count == 1)
    }

    @Test(.disabled("On Linux Foundation ends the process here: swift-corelibs-foundation issue 5285"))
    func connectionClosedInTheHeadersIsLost() async throws {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Le")
        }
        defer { server.stop() }
        await #expect(throws: HTTPTransportError.connectionLost) { try await transport.send(request(to: server)) }
    }

    @Test func concurrentRequestsAllReturn() async throws {
        let server = try LoopbackServer { connection in
            guard let request = connection.readRequest() else { return }
            let path = request.split(separator: " ")[1]
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
        }
        defer { server.stop() }
        for round in 1...10 {
            try await withThrowingTaskGroup { group in
                for number in 1...8 {
                    let path = "/\(round)/\(number)"
                    let request = try request(to: server, path: path)
                    group.addTask { [transport] in
                        let response = try await transport.send(request)
                        #expect(response.body == Data(path.utf8))
                    }
                    // A request that is cancelled at an arbitrary point.
                    let cancelled = Task { [transport] in try await transport.send(request) }
                    group.addTask {
                        for _ in 0...(number * round) { await Task.yield() }
                        cancelled.cancel()
                        _ = await cancelled.result
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func nonHTTPResponseThrowsAnError() async throws {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("220 mail.example.com ESMTP\r\n")
        }
        defer { server.stop() }
        await #expect(throws: HTTPTransportError.self) { try await transport.send(request(to: server)) }
    }

    @Test func unresponsiveServerTimesOut() async throws {
        let server = try LoopbackServer { $0.waitForClose() }
        defer { server.stop() }
        await #expect(throws: HTTPTransportError.timedOut) {
            try await transport.send(request(to: server, timeout: .milliseconds(300)))
        }
        #expect(server.received.count == 1)
    }

    @Test(arguments: ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n"])
    func slowlySentHeadersOrBodyTimeOut(_ start: String) async throws {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write(start)
            // Sends bytes often enough that no idle timeout expires.
            while connection.write(start.hasSuffix("\r\n\r\n") ? "x" : "X: y\r\n") { usleep(20_000) }
        }
        defer { server.stop() }
        // Without the deadline the request would last until the suite's time limit.
        await #expect(throws: HTTPTransportError.timedOut) {
            try await transport.send(request(to: server, timeout: .milliseconds(500)))
        }
    }

    @Test(arguments: [true, false]) func oversizedResponseBodyIsRejected(_ saysLength: Bool) async throws {
        let size = transport.maximumResponseSize
        #expect(size == 65_536)
        for count in [size, size + 1] {
            let server = try LoopbackServer { connection in
                connection.readRequest()
                let length = saysLength ? "Content-Length: \(count)\r\n" : "Connection: close\r\n"
                connection.write("HTTP/1.1 200 OK\r\n\(length)\r\n" + String(repeating: "x", count: count))
            }
            defer { server.stop() }
            if count == size {
                #expect(try await transport.send(request(to: server)).body.count == size)
            } else {
                await #expect(throws: HTTPTransportError.responseTooLarge) {
                    try await transport.send(request(to: server))
                }
            }
        }
    }

    @Test("ASVS-15.3.2 redirects are returned and not followed", arguments: [301, 302, 303, 307, 308])
    func redirectsAreReturnedAndNotFollowed(_ status: Int) async throws {
        let other = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let target = try other.url.absoluteString
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 \(status) Go\r\nLocation: \(target)/y\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        let response = try await transport.send(
            request(to: server, .post, headers: ["Authorization": "Bearer T"], body: Data("{}".utf8)))
        #expect(response.status == status)
        #expect(server.connections == 1)
        // If the redirect had been followed, its connection would precede this one.
        let probe = TransportRequest(method: .get, url: try other.url.appending(path: "probe"), timeout: .seconds(20))
        #expect(try await transport.send(probe).status == 200)
        #expect(other.received.count == 1)
        other.stop()
    }

    @Test func cookiesAreNotKept() async throws {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Path=/\r\nContent-Length: 0\r\n\r\n")
        }
        defer { server.stop() }
        for _ in 1...2 { _ = try await transport.send(request(to: server)) }
        #expect(server.received.count == 2)
        #expect(!server.received.contains { $0.lowercased().contains("\r\ncookie:") })
    }

    @Test func nothingIsCached() async throws {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\nContent-Length: 1\r\n\r\nx")
        }
        defer { server.stop() }
        for _ in 1...2 { _ = try await transport.send(request(to: server)) }
        #expect(server.received.count == 2)
    }

    @Test func eachRequestIsSentOnceDespiteDroppedConnections() async throws {
        let server = try LoopbackServer { connection in
            connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            // Discards the next request, if the connection were reused.
            connection.readRequest()
        }
        defer { server.stop() }
        for _ in 1...2 { _ = try await transport.send(request(to: server, .post, body: Data("{}".utf8))) }
        #expect(server.received.count == 2)
    }

    @Test func cancellingTheTaskEndsTheRequest() async throws {
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let (closed, closing) = AsyncStream.makeStream(of: Void.self)
        let server = try LoopbackServer { connection in
            connection.readRequest()
            arrival.yield()
            connection.waitForClose()
            closing.yield()
        }
        defer { server.stop() }
        let request = try request(to: server, timeout: .seconds(50))
        let task = Task { [transport] in
            await #expect(throws: HTTPTransportError.cancelled) { try await transport.send(request) }
        }
        for await _ in arrived { break }
        task.cancel()
        _ = await task.value
        // The connection is closed too.
        for await _ in closed { break }
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        let server = try LoopbackServer { $0.waitForClose() }
        defer { server.stop() }
        let request = try request(to: server)
        let task = Task { [transport] in
            withUnsafeCurrentTask { $0?.cancel() }
            await #expect(throws: HTTPTransportError.cancelled) { try await transport.send(request) }
        }
        _ = await task.value
        #expect(server.connections == 0)
    }

    @Test("ASVS-12.2.1 MASVS-NETWORK-1 server without TLS is rejected with a TLS error")
    func serverWithoutTLSIsRejectedWithATLSError() async throws {
        let server = try LoopbackServer { connection in
            connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        }
        defer { server.stop() }
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/x"))
        await #expect(throws: HTTPTransportError.tls) {
            try await transport.send(TransportRequest(method: .get, url: url, timeout: .seconds(20)))
        }
    }
}
