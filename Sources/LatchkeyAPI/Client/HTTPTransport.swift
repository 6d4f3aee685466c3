/// A transport for one HTTP exchange, between the client and the network.
///
/// An implementation sends the request at most once, follows no redirects, and stores no cookies and no cache. It
/// limits the size of the response, and ends with the calling task.
public protocol HTTPTransport: Sendable {
    /// Returns the response, with any status. Throws ``HTTPTransportError`` if there is none.
    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse
}
