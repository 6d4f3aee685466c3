internal import CGLib

/// Why D-Bus gave no answer.
enum DBusError: Error, Hashable, Sendable {
    /// The other side, or the bus in its place, answered with an error of that name, such as
    /// `org.freedesktop.DBus.Error.ServiceUnknown`.
    case remote(name: String, message: String)
    /// The task was cancelled.
    case cancelled
    /// There was no answer in time.
    case timedOut
    /// There is no bus, or the connection to it is gone.
    case disconnected(String)
    /// The answer is not what the interface promises.
    case unexpectedAnswer

    /// The name of an answered error.
    var name: String? {
        if case .remote(let name, _) = self { name } else { nil }
    }

    /// What is wrong, in the system's words where it has any.
    var text: String {
        switch self {
        case .remote(let name, let message): message.isEmpty ? name : message
        case .disconnected(let message): message
        case .timedOut: "there is no answer in time"
        case .unexpectedAnswer: "an answer that cannot be understood"
        case .cancelled: "cancelled"
        }
    }
}

extension DBusError {
    /// Reads the error of GLib and frees it.
    init(taking error: UnsafeMutablePointer<GError>?) {
        guard let error else {
            self = .unexpectedAnswer
            return
        }
        defer { g_error_free(error) }
        if let name = g_dbus_error_get_remote_error(error) {
            defer { g_free(name) }
            g_dbus_error_strip_remote_error(error)
            self = .remote(name: String(cString: name), message: String(cString: error.pointee.message))
        } else if error.isIO(G_IO_ERROR_CANCELLED) {
            self = .cancelled
        } else if error.isIO(G_IO_ERROR_TIMED_OUT) {
            self = .timedOut
        } else {
            self = .disconnected(String(cString: error.pointee.message))
        }
    }
}

extension UnsafeMutablePointer<GError> {
    fileprivate func isIO(_ code: GIOErrorEnum) -> Bool {
        g_error_matches(self, g_io_error_quark(), Int32(code.rawValue)) != 0
    }
}
