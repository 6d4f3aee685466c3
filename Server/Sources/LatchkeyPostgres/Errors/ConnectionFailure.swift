/// Why there is no connection, or why it has ended.
package struct ConnectionFailure: Error, Sendable, CustomStringConvertible {
    /// The server's reason; nil where it gave none: it was not reached, or what was reached is not what is asked for.
    package let state: SQLState?
    /// The words of libpq, one line: they name the server, never a password, nor a value of a statement.
    package let message: String

    package init(state: SQLState? = nil, message: String) {
        self.state = state
        self.message = message
    }

    package var description: String { message }

    /// Whether trying again soon can help: a server that starts, is being replaced, or is not reached.
    package var isTransient: Bool { state == nil || state?.consequence == .reconnect }
}
