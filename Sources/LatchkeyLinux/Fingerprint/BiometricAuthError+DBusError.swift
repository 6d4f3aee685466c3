internal import LatchkeyBiometrics

extension BiometricAuthError {
    /// The only place that interprets errors on the way to a reader.
    init(_ error: DBusError) {
        self =
            switch error {
            case .remote(let name, let message): Self.meaning(of: name, message)
            // There is no system bus, and so no reader.
            case .disconnected: .notAvailable
            case .cancelled: .appCanceled
            case .timedOut: .systemError(code: 0, text: "The fingerprint service does not answer.")
            case .unexpectedAnswer: .systemError(code: 0, text: "The fingerprint service cannot be understood.")
            }
    }

    /// The names are fprintd's (<https://fprint.freedesktop.org/fprintd-dev/Device.html>) and D-Bus's own.
    private static func meaning(of name: String, _ message: String) -> BiometricAuthError {
        switch name {
        case FingerprintReader.noEnrolledFingers: .notEnrolled
        // No reader, or it was unplugged.
        case "net.reactivated.Fprint.Error.NoSuchDevice", "org.freedesktop.DBus.Error.UnknownMethod",
            "org.freedesktop.DBus.Error.UnknownObject":
            .notAvailable
        // By polkit: not for this session, or there is no polkit to ask.
        case "net.reactivated.Fprint.Error.PermissionDenied", "org.freedesktop.DBus.Error.AccessDenied": .notAvailable
        // fprintd is not installed, or cannot be started.
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner": .notAvailable
        case _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."): .notAvailable
        case "net.reactivated.Fprint.Error.AlreadyInUse":
            .systemError(code: 0, text: "Another program is using the fingerprint reader.")
        case "org.freedesktop.DBus.Error.NoReply":
            .systemError(code: 0, text: "The fingerprint service does not answer.")
        default: .systemError(code: 0, text: message.isEmpty ? name : message)
        }
    }
}
