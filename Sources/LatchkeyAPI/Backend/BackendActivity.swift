/// The effect of a request to a backend on the session's idle time.
public enum BackendActivity: String, Sendable {
    /// The request keeps the session open: a user caused it.
    case any
    /// The request does not keep the session open, such as a page's automatic request every few seconds.
    case none

    /// The headers that only browsers send, and that no script can write. With one of them a request is
    /// ``BackendActivity/none``.
    public static let browserHeaders = ["Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Purpose", "Sec-WebSocket-Version"]
}
