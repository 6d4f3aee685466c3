/// The client of a request, as far as the connection and trusted proxies tell.
struct ClientInfo: Sendable {
    /// The IP address; nil without a connection.
    let ip: String?
}
