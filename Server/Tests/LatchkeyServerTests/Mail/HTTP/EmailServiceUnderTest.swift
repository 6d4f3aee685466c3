import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Synchronization
import Testing

@testable import LatchkeyServer

/// An email service on the loopback interface that records requests and sends scripted responses.
struct EmailServiceUnderTest: Sendable {
    struct Request: Sendable {
        let path: String
        let headers: HTTPFields
        let body: Data

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: body) as? [String: Any]) ?? [:]
        }
    }

    /// A response; nil for none while the client waits.
    struct Reply: Sendable {
        var status = 200
        var headers: [String: String] = [:]
        var body = ""
        /// Whether the body's end never arrives while the client waits.
        var isStalled = false
    }

    let requests: Shared<[Request]>
    let endpoint: String
    let client: EmailServiceClient

    static func run(
        _ response: Reply?, timeout: Duration = .seconds(20),
        _ body: @escaping @Sendable (EmailServiceUnderTest) async throws -> Void
    ) async throws {
        let requests = Shared<[Request]>([])
        // The server ends only after its requests.
        let isOver = Shared(false)
        let router = Router()
        router.post("**") { request, _ -> Response in
            let buffer = try await request.body.collect(upTo: 1 << 20)
            requests.change {
                $0.append(
                    Request(path: request.uri.path, headers: request.headers, body: Data(buffer.readableBytesView)))
            }
            guard let response else {
                try await waitUntil("end of a client without a response", within: .seconds(60)) { isOver.value }
                throw CancellationError()
            }
            var fields = HTTPFields()
            fields[.contentType] = "application/json"
            for (name, value) in response.headers {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            let body = ByteBuffer(string: response.body)
            guard response.isStalled else {
                return Response(status: .init(code: response.status), headers: fields, body: .init(byteBuffer: body))
            }
            return Response(
                status: .init(code: response.status), headers: fields,
                body: ResponseBody { writer in
                    try await writer.write(body)
                    // Ends a client without a timeout, so that its test fails instead of hanging.
                    let end = ContinuousClock.now + .seconds(60)
                    while !isOver.value, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(10)) }
                    try await writer.finish(nil)
                })
        }
        let (ports, port) = AsyncStream.makeStream(of: Int?.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port) },
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await application.runService(gracefulShutdownSignals: []) }
            defer {
                isOver.change { $0 = true }
                group.cancelAll()
            }
            let port = try #require(await ports.first { _ in true } ?? nil)
            try await body(
                EmailServiceUnderTest(
                    requests: requests, endpoint: "http://127.0.0.1:\(port)",
                    client: EmailServiceClient(timeout: timeout)))
        }
    }

    static func email(
        to recipient: String = "ann@example.com", from sender: String = "Société, Inc. <no-reply@lock.example>",
        failures: Int = 0
    ) throws -> OutgoingEmail {
        OutgoingEmail(
            id: "0123456789abcdef0123456789abcdef", from: try #require(FromAddress(sender)), recipient: recipient,
            content: EmailContent(subject: "Réservé", text: "Code: K7QF-2M9X", html: "<p>Code</p>"),
            createdAt: Timestamp(milliseconds: 1_800_000_000_000), failures: failures)
    }
}
