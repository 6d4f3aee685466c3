/// Who asks, as far as the connection tells.
struct ClientInfo: Sendable {
    /// The client's address; nil when there is no connection.
    let ip: String?
}
