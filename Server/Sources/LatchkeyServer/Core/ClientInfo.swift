/// Who asks, as far as the connection and trusted proxies tell.
struct ClientInfo: Sendable {
    /// The client's address; nil when there is no connection.
    let ip: String?
}
