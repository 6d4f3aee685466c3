import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Sends one JSON document to a mail service, and returns its answer.
struct MailServiceClient: Sendable {
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let body: Data

        /// How long the service asks to wait: `Retry-After`, or Brevo's own header
        /// (https://developers.brevo.com/docs/limit-headers), in seconds.
        var retryAfter: Duration? {
            let text = headers.first(name: "Retry-After") ?? headers.first(name: "x-sib-ratelimit-reset")
            return text.flatMap { Int($0) }.map { .seconds(min(max($0, 0), 3600)) }
        }

        /// Returns a member of the document; nil where it is missing or of another kind.
        func member<Value>(_ name: String) -> Value? {
            ((try? JSONSerialization.jsonObject(with: body)) as? [String: Any])?[name] as? Value
        }
    }

    /// An answer is a few hundred bytes.
    private static let maximumAnswer = 64 * 1024

    let http: HTTPClient
    /// For the whole exchange.
    var timeout: Duration = .seconds(30)

    /// A client that follows no redirect: the key is for one service only.
    static var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        configuration.timeout.connect = .seconds(10)
        return configuration
    }

    func post(
        _ document: some Encodable, to url: String, headers: [(String, String)]
    ) async throws(MailTransportError) -> Answer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            var request = HTTPClientRequest(url: url)
            request.method = .POST
            request.headers = HTTPHeaders(
                headers + [("Content-Type", "application/json"), ("Accept", "application/json")])
            request.body = .bytes(ByteBuffer(bytes: try encoder.encode(document)))
            return try await answer(to: request)
        } catch {
            throw Self.outcome(of: error)
        }
    }

    /// The client's own deadline counts until the answer's head has come; this one counts to the end of its body.
    private func answer(to request: HTTPClientRequest) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer.self) { group in
            group.addTask { [http, timeout] in
                let response = try await http.execute(request, timeout: .milliseconds(timeout.milliseconds))
                let body = try await response.body.collect(upTo: Self.maximumAnswer)
                return Answer(
                    status: Int(response.status.code), headers: response.headers, body: Data(body.readableBytesView))
            }
            group.addTask { [timeout] in
                try await Task.sleep(for: timeout)
                throw HTTPClientError.deadlineExceeded
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }

    private static func outcome(of error: any Error) -> MailTransportError {
        switch error as? HTTPClientError {
        case .deadlineExceeded?, .readTimeout?, .connectTimeout?: return .unreachable(reason: "time-out")
        // A name only; a description could hold values.
        case let error?: return .unreachable(reason: error.shortDescription)
        case nil: return .unreachable(reason: "\(type(of: error))")
        }
    }
}
