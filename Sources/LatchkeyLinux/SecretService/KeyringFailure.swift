internal import CGLib
internal import LatchkeySecureStorage

/// What went wrong between this process and the keyring.
struct KeyringFailure: Error, Equatable {
    enum Kind: Equatable {
        /// Nobody on the bus keeps secrets, no longer or not at all, or there is no bus.
        case absent
        /// It was asked, and there was no answer.
        case silent
        /// It is locked, or only its owner could say.
        case locked
        /// The item is gone, or there is no keyring to store in by default.
        case missing
        /// Several items have the name that one should have.
        case ambiguous
        /// It refused for another reason.
        case other
    }

    let kind: Kind
    /// GLib's number for it.
    let code: Int32
    let text: String

    init(_ kind: Kind, code: Int32 = 0, _ text: String) { (self.kind, self.code, self.text) = (kind, code, text) }

    static let locked = KeyringFailure(.locked, "the keyring is locked")
}

extension KeyringFailure {
    /// Takes the error over and frees it: the one place where GLib's errors are told apart.
    init(taking error: UnsafeMutablePointer<GError>) {
        defer { g_error_free(error) }
        var name = ""
        if let remote = g_dbus_error_get_remote_error(error) {
            name = String(cString: remote)
            g_free(remote)
            g_dbus_error_strip_remote_error(error)
        }
        let (domain, code) = (error.pointee.domain, error.pointee.code)
        self.init(
            Self.kinds[name] ?? Self.kind(domain: domain, code: code), code: code,
            String(cString: error.pointee.message))
    }

    /// The names of the D-Bus and the Secret Service specifications, as gnome-keyring and the bus use them.
    private static let kinds: [String: Kind] = [
        "org.freedesktop.DBus.Error.ServiceUnknown": .absent,
        "org.freedesktop.DBus.Error.NameHasNoOwner": .absent,
        "org.freedesktop.DBus.Error.Disconnected": .absent,
        "org.freedesktop.DBus.Error.NoReply": .silent,
        "org.freedesktop.DBus.Error.Timeout": .silent,
        "org.freedesktop.DBus.Error.TimedOut": .silent,
        "org.freedesktop.Secret.Error.IsLocked": .locked,
        "org.freedesktop.Secret.Error.NoSuchObject": .missing,
        "org.freedesktop.DBus.Error.UnknownObject": .missing,
        "org.freedesktop.DBus.Error.UnknownMethod": .missing,
    ]

    private static func kind(domain: GQuark, code: Int32) -> Kind {
        if domain == g_io_error_quark() {
            switch UInt32(bitPattern: code) {
            case G_IO_ERROR_TIMED_OUT.rawValue: return .silent
            case G_IO_ERROR_CLOSED.rawValue, G_IO_ERROR_NOT_FOUND.rawValue, G_IO_ERROR_CONNECTION_REFUSED.rawValue:
                return .absent
            default: return .other
            }
        }
        // Ours, when a bus could not be started for want of one.
        return domain == g_spawn_error_quark() ? .absent : .other
    }
}

extension SecureStorageError {
    /// - Parameters:
    ///   - failure: What the keyring said.
    ///   - other: What it is when it has no meaning of its own.
    init(_ failure: KeyringFailure, else other: (SystemFailure) -> SecureStorageError) {
        switch failure.kind {
        case .locked: self = .locked
        case .ambiguous: self = .unreadable(reason: failure.text)
        case .silent: self = other(.keyringSilent)
        case .absent, .missing, .other: self = other(SystemFailure(code: failure.code, text: failure.text))
        }
    }
}

/// Calls GLib, and throws the error that it leaves.
func calling<Value>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(KeyringFailure) -> Value {
    var error: UnsafeMutablePointer<GError>?
    let value = call(&error)
    if let error { throw KeyringFailure(taking: error) }
    return value
}
