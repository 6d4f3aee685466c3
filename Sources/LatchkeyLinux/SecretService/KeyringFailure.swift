internal import CGLib
internal import LatchkeySecureStorage

/// The reason that a call of the keyring failed.
struct KeyringFailure: Error, Equatable {
    enum Kind: Equatable {
        /// There is no keyring on the bus, or no bus.
        case absent
        /// The keyring does not respond.
        case silent
        /// The keyring is locked, or would have to prompt.
        case locked
        /// The item is missing, or there is no default keyring.
        case missing
        /// Several items have the same name.
        case ambiguous
        /// Any other reason.
        case other
    }

    let kind: Kind
    /// The error code of GLib.
    let code: Int32
    let text: String

    init(_ kind: Kind, code: Int32 = 0, _ text: String) { (self.kind, self.code, self.text) = (kind, code, text) }

    static let locked = KeyringFailure(.locked, "the keyring is locked")
}

extension KeyringFailure {
    init(_ error: GLibError) {
        self.init(error.name.flatMap { Self.kinds[$0] } ?? Self.kind(of: error), code: error.code, error.message)
    }

    /// Error names of the D-Bus and Secret Service specifications, as gnome-keyring and the bus use them.
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

    private static func kind(of error: GLibError) -> Kind {
        if error.isIO(G_IO_ERROR_TIMED_OUT) { return .silent }
        if [G_IO_ERROR_CLOSED, G_IO_ERROR_NOT_FOUND, G_IO_ERROR_CONNECTION_REFUSED].contains(where: error.isIO) {
            return .absent
        }
        // GLib tried to start a bus, because none runs.
        return error.domain == g_spawn_error_quark() ? .absent : .other
    }
}

extension SecureStorageError {
    /// - Parameters:
    ///   - failure: The failure of the keyring.
    ///   - other: The error for a failure without its own case.
    init(_ failure: KeyringFailure, else other: (SystemFailure) -> SecureStorageError) {
        switch failure.kind {
        case .locked: self = .locked
        case .ambiguous: self = .unreadable(reason: failure.text)
        case .silent: self = other(.keyringSilent)
        case .absent, .missing, .other: self = other(SystemFailure(code: failure.code, text: failure.text))
        }
    }
}

/// Calls a GLib function, and throws the error that it sets.
func calling<Value>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(KeyringFailure) -> Value {
    do throws(GLibError) { return try GLibError.check(call) } catch { throw KeyringFailure(error) }
}
