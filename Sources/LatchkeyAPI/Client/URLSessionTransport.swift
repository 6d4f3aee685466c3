import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests through Foundation's `URLSession`.
///
/// Every request has a session of its own, and so a connection of its own: on a kept one that died, the network
/// libraries silently send a request again, and a passcode check must arrive once at most.
///
/// On Linux, Foundation ends the process when a server closes the connection after the status line and before the end
/// of the headers (swift-corelibs-foundation issue 5285).
public struct URLSessionTransport: HTTPTransport {
    /// The limit for the body of a response, in bytes.
    public let maximumResponseSize: Int

    /// - Parameter maximumResponseSize: The limit for the body of a response, in bytes; a larger one is refused.
    public init(maximumResponseSize: Int = 64 * 1024) { self.maximumResponseSize = maximumResponseSize }

    /// Sends the request and reads the whole response; ends with the calling task.
    public func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        let exchange = URLSessionExchange(maximumResponseSize: maximumResponseSize)
        let deadline = Task {
            // Foundation's own timeout restarts with each packet: a server that sends single bytes would never end.
            try await Task.sleep(for: request.timeout)
            exchange.finish(.failure(.timedOut))
        }
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            await exchange.run(URLRequest(request), with: .latchkey(timeout: request.timeout))
        } onCancel: {
            exchange.finish(.failure(.cancelled))
        }.get()
    }
}

extension URLRequest {
    fileprivate init(_ request: TransportRequest) {
        self.init(url: request.url)
        httpMethod = request.method.rawValue
        httpBody = request.body
        httpShouldHandleCookies = false
        cachePolicy = .reloadIgnoringLocalCacheData
        for (name, value) in request.headers { setValue(value, forHTTPHeaderField: name) }
    }
}

extension URLSessionConfiguration {
    /// Nothing that is stored or remembered between requests.
    fileprivate static func latchkey(timeout: Duration) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The deadline of `send` comes first and is the one that counts.
        configuration.timeoutIntervalForRequest = timeout / .seconds(1) + 60
        return configuration
    }
}
