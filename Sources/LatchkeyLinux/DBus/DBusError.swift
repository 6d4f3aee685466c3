internal import CGLib

/// The reason that a D-Bus call has no reply.
enum DBusError: Error, Hashable, Sendable {
    /// The other process, or the bus, returned an error with this name, such as
    /// `org.freedesktop.DBus.Error.ServiceUnknown`.
    case remote(name: String, message: String)
    /// The task was cancelled.
    case cancelled
    case timedOut
    /// There is no bus, or its connection is lost.
    case disconnected(String)
    /// The reply does not match the interface.
    case unexpectedResponse

    /// The name of a remote error.
    var name: String? {
        if case .remote(let name, _) = self { name } else { nil }
    }
}

extension DBusError {
    /// Returns the result of an operation, or throws its error as a D-Bus error.
    static func map<Value>(_ operation: () async throws(GLibError) -> Value?) async throws(DBusError) -> Value {
        do throws(GLibError) {
            if let value = try await operation() { return value }
        } catch {
            throw DBusError(error)
        }
        throw .unexpectedResponse
    }

    private init(_ error: GLibError) {
        self =
            if let name = error.name {
                .remote(name: name, message: error.message)
            } else if error.isIO(G_IO_ERROR_CANCELLED) {
                .cancelled
            } else if error.isIO(G_IO_ERROR_TIMED_OUT) {
                .timedOut
            } else {
                .disconnected(error.message)
            }
    }
}
