/// Why an exchange brought no answer.
public enum HTTPTransportError: Error, Equatable, Sendable {
    /// No connection came about: nothing was sent.
    case notConnected
    /// The connection broke; the server may have received the request.
    case connectionLost
    /// No whole answer came in time; the server may have received the request.
    case timedOut
    /// The task was cancelled; the server may have received the request.
    case cancelled
    /// The server did not prove who it is, or no common encryption was found.
    case tls
    /// The answer was larger than the transport reads.
    case responseTooLarge
    /// Something else, with the platform's number for it.
    case other(code: Int)
}
