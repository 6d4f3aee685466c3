import Foundation

/// Sends requests to other servers, by libcurl. It follows no redirect and uses no proxy: a secret is for one address
/// only.
///
/// Each request has a connection of its own. libcurl would send a request again where the other side ended a connection
/// that was kept, and some must be sent once. It also blocks its thread, which must be neither an event loop's nor one
/// that all tasks share: each request has that for itself, too.
package enum HTTPClient {
    /// Returns the answer, whatever its status.
    ///
    /// - Parameters:
    ///   - timeout: For the whole exchange, to the last byte of the answer.
    ///   - maximumBody: The largest body that is read, in bytes.
    package static func send(
        _ request: HTTPClientRequest, timeout: Duration, maximumBody: Int
    ) async throws(HTTPClientError) -> HTTPClientResponse {
        guard CurlLibrary.isReady else { throw .failed(reason: "libcurl cannot be used") }
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
