/// The reason that a request has no response.
package enum HTTPClientError: Error, Hashable, Sendable {
    /// The response was not complete before the timeout.
    case timedOut
    /// The response's body exceeds the maximum size.
    case tooLarge
    /// The task was cancelled. The request may have arrived.
    case cancelled
    /// Any other error, with libcurl's text for its code, which contains no value of the request.
    case failed(reason: String)

    /// A description for logs and operators.
    package var reason: String {
        switch self {
        case .timedOut: "time-out"
        case .tooLarge: "the response is too large"
        case .cancelled: "cancelled"
        case .failed(let reason): reason
        }
    }
}
