/// Whether a request to a backend keeps the session open.
public enum BackendActivity: String, Sendable {
    /// It does: an app makes it because of a person.
    case any
    /// It does not, such as a request that a page makes by itself every few seconds.
    case none

    /// The headers that only browsers send, and that no script can write. With one of them a request is
    /// ``BackendActivity/none``.
    public static let browserHeaders = ["Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Purpose", "Sec-WebSocket-Version"]
}
