import Foundation

/// An HTTP client that uses libcurl. It follows no redirects and uses no proxies: a secret is for one address only.
///
/// Each request has its own connection: libcurl repeats a request if the server closes a reused connection, and some
/// requests must be sent only once. Each request also has its own thread, which libcurl blocks: neither event loops nor
/// the cooperative thread pool may be blocked.
package enum HTTPClient {
    /// Returns the response, with any status.
    ///
    /// - Parameters:
    ///   - timeout: The timeout of the whole exchange, to the last byte of the response.
    ///   - maximumBody: The maximum size of the response's body, in bytes.
    package static func send(
        _ request: HTTPClientRequest, timeout: Duration, maximumBody: Int
    ) async throws(HTTPClientError) -> HTTPClientResponse {
        guard CurlLibrary.isReady else { throw .failed(reason: "libcurl does not start; reinstall it") }
        let outcome = HTTPOutcome()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard outcome.wait(continuation) else { return }
                let thread = Thread {
                    let exchange = HTTPExchange(request, timeout: timeout, maximumBody: maximumBody, outcome)
                    outcome.set(exchange.run())
                }
                thread.name = "http"
                thread.start()
            }
        } onCancel: {
            outcome.set(.failure(.cancelled))
        }
        return try result.get()
    }
}
