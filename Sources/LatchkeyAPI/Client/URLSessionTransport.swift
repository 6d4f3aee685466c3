import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport over Foundation's `URLSession`.
///
/// Each request has its own session and connection. On a reused connection that has died, network libraries silently
/// send a request again, but a passcode must be verified at most once.
///
/// On Linux, Foundation ends the process if a server closes the connection between the status line and the end of the
/// headers (swift-corelibs-foundation issue 5285).
public struct URLSessionTransport: HTTPTransport {
    /// The limit for the body of a response, in bytes.
    public let maximumResponseSize: Int

    /// Creates a transport.
    ///
    /// - Parameter maximumResponseSize: The limit for the body of a response, in bytes. Larger responses are rejected.
    public init(maximumResponseSize: Int = 64 * 1024) { self.maximumResponseSize = maximumResponseSize }

    /// Sends the request and reads the whole response; ends with the calling task.
    public func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse {
        let exchange = URLSessionExchange(maximumResponseSize: maximumResponseSize)
        let deadline = Task {
            // Foundation's own timeout restarts with each packet: a server that sends single bytes would never time
            // out.
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
    /// A configuration that stores nothing between requests.
    fileprivate static func latchkey(timeout: Duration) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        // The deadline of `send` is earlier, and is the effective one.
        configuration.timeoutIntervalForRequest = timeout / .seconds(1) + 60
        return configuration
    }
}
