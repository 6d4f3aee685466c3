/// The reason why a connection failed or ended.
package struct ConnectionFailure: Error, Sendable, CustomStringConvertible {
    /// The server's code; nil if the server was not reached or is not suitable.
    package let state: SQLState?
    /// libpq's message, one line. It names the server, never a password or a value.
    package let message: String

    package init(state: SQLState? = nil, message: String) {
        self.state = state
        self.message = message
    }

    package var description: String { message }

    /// Whether a retry may succeed soon: the server starts, is being replaced, or is unreachable.
    package var isTransient: Bool { state == nil || state?.consequence == .reconnect }
}
