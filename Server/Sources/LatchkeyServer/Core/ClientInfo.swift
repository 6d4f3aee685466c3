/// The client of a request, according to the connection and trusted proxies.
struct ClientInfo: Sendable {
    /// The IP address; nil without a connection.
    let ip: String?
}
