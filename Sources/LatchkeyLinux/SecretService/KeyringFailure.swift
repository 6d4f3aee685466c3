internal import CGLib
internal import LatchkeySecureStorage

/// Why a call of the keyring failed.
struct KeyringFailure: Error, Equatable {
    enum Kind: Equatable {
        /// There is no keyring on the bus, no longer or not at all, or there is no bus.
        case absent
        /// It does not answer.
        case silent
        /// It is locked, or needs to ask its owner.
        case locked
        /// The item is missing, or there is no default keyring.
        case missing
        /// Several items have the same name.
        case ambiguous
        /// It refused for another reason.
        case other
    }

    let kind: Kind
    /// GLib's code.
    let code: Int32
    let text: String

    init(_ kind: Kind, code: Int32 = 0, _ text: String) { (self.kind, self.code, self.text) = (kind, code, text) }

    static let locked = KeyringFailure(.locked, "the keyring is locked")
}

extension KeyringFailure {
    init(_ error: GLibError) {
        self.init(error.name.flatMap { Self.kinds[$0] } ?? Self.kind(of: error), code: error.code, error.message)
    }

    /// Names of the D-Bus and the Secret Service specifications, as gnome-keyring and the bus use them.
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
        // GLib tried to start a bus, because no bus runs.
        return error.domain == g_spawn_error_quark() ? .absent : .other
    }
}

extension SecureStorageError {
    /// - Parameters:
    ///   - failure: The failure of the keyring.
    ///   - other: The error for a failure without a case of its own.
    init(_ failure: KeyringFailure, else other: (SystemFailure) -> SecureStorageError) {
        switch failure.kind {
        case .locked: self = .locked
        case .ambiguous: self = .unreadable(reason: failure.text)
        case .silent: self = other(.keyringSilent)
        case .absent, .missing, .other: self = other(SystemFailure(code: failure.code, text: failure.text))
        }
    }
}

/// Calls GLib, and throws the error that it sets.
func calling<Value>(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> Value
) throws(KeyringFailure) -> Value {
    do throws(GLibError) { return try GLibError.check(call) } catch { throw KeyringFailure(error) }
}
