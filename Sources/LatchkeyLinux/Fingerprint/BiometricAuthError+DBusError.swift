internal import LatchkeyBiometrics

extension BiometricAuthError {
    /// Maps a D-Bus error of a reader.
    init(_ error: DBusError) {
        self =
            switch error {
            case .remote(let name, _): Self.meaning(of: name)
            // Without a system bus there is no reader.
            case .disconnected: .notAvailable
            case .cancelled: .appCanceled
            case .timedOut: .systemError(code: 0, text: FingerprintText.silent.text)
            case .unexpectedResponse: .systemError(code: 0, text: FingerprintText.notUnderstood.text)
            }
    }

    /// The error of a fprintd (<https://fprint.freedesktop.org/fprintd-dev/Device.html>) or D-Bus error name. It omits
    /// the service's message, which is in English.
    private static func meaning(of name: String) -> BiometricAuthError {
        switch name {
        case FingerprintReader.noEnrolledFingers: .notEnrolled
        // There is no reader, or it was unplugged.
        case "net.reactivated.Fprint.Error.NoSuchDevice", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.freedesktop.DBus.Error.UnknownObject":
            .notAvailable
        // Polkit does not permit this session, or there is no polkit.
        case "net.reactivated.Fprint.Error.PermissionDenied", "org.freedesktop.DBus.Error.AccessDenied": .notAvailable
        // fprintd is not installed, or cannot be started.
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": .notAvailable
        case _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."): .notAvailable
        case "net.reactivated.Fprint.Error.AlreadyInUse":
            .systemError(code: 0, text: FingerprintText.inUse.text)
        case "org.freedesktop.DBus.Error.NoReply":
            .systemError(code: 0, text: FingerprintText.silent.text)
        default: .systemError(code: 0, text: "\(FingerprintText.failed.text) (\(name))")
        }
    }
}
