/// What the connection and the trusted proxies tell about a client.
struct ClientInfo: Sendable {
    /// The IP address; nil without a connection.
    let ip: String?
}
