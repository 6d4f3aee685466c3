/// Carries one HTTP exchange: the seam between the client and the network.
///
/// An implementation sends the request at most once, follows no redirect, keeps no cookie and no cache, bounds the
/// size of what it reads, and ends with the task that called it.
public protocol HTTPTransport: Sendable {
    /// Returns the response, with any status. Throws ``HTTPTransportError`` when there is no response.
    func send(_ request: TransportRequest) async throws(HTTPTransportError) -> TransportResponse
}
