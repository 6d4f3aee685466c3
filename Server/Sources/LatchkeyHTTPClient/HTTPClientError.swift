/// Why there is no answer.
package enum HTTPClientError: Error, Hashable, Sendable {
    /// It did not come, or did not end, in time.
    case timedOut
    /// Its body is larger than what is read.
    case tooLarge
    /// The task was cancelled. The request may have arrived.
    case cancelled
    /// In libcurl's words for its code, which hold no value.
    case failed(reason: String)

    /// For logs and operators.
    package var reason: String {
        switch self {
        case .timedOut: "time-out"
        case .tooLarge: "the response is too large"
        case .cancelled: "cancelled"
        case .failed(let reason): reason
        }
    }
}
