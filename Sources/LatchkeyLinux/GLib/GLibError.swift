internal import CGLib

/// An error of GLib or of a D-Bus peer.
struct GLibError: Error {
    /// The domain of ``code``.
    let domain: GQuark
    let code: Int32
    /// The name of an error that a peer or the bus returned, such as `org.freedesktop.DBus.Error.ServiceUnknown`.
    let name: String?
    let message: String

    /// - Parameter error: The error, which is freed.
    init(taking error: UnsafeMutablePointer<GError>) {
        defer { g_error_free(error) }
        let remote = g_dbus_error_get_remote_error(error)
        defer { g_free(remote) }
        if remote != nil { g_dbus_error_strip_remote_error(error) }
        name = remote.map { String(cString: $0) }
        (domain, code) = (error.pointee.domain, error.pointee.code)
        message = String(cString: error.pointee.message)
    }

    /// Whether this is a GIO error with this code.
    func isIO(_ expected: GIOErrorEnum) -> Bool {
        domain == g_io_error_quark() && UInt32(bitPattern: code) == expected.rawValue
    }

    /// Calls a GLib function, and throws the error that it sets.
    static func check<Value>(
        _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
    ) throws(GLibError) -> Value {
        var error: UnsafeMutablePointer<GError>?
        let value = call(&error)
        if let error { throw GLibError(taking: error) }
        return value
    }
}
