/// The reason that an exchange has no response.
public enum HTTPTransportError: Error, Equatable, Sendable {
    /// No connection was established: nothing was sent.
    case notConnected
    /// The connection was lost; the server may have received the request.
    case connectionLost
    /// No complete response arrived in time; the server may have received the request.
    case timedOut
    /// The task was cancelled; the server may have received the request.
    case cancelled
    /// The server did not prove its identity, or no common encryption was found.
    case tls
    /// The response was larger than the transport's limit.
    case responseTooLarge
    /// Any other failure, with the platform's error number.
    case other(code: Int)
}
