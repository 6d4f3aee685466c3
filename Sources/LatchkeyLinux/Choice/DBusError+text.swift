internal import LatchkeyCore

extension DBusError {
    /// The reason in the user's language, with the system's name and text in parentheses if the reason is unusual.
    ///
    /// - Parameter service: The service's name.
    func text(about service: String) -> String {
        switch self {
        case .remote(let name, _) where Self.isOfAbsence(name): ServiceText.absent.text(service)
        case .remote("org.freedesktop.DBus.Error.NoReply", _), .timedOut: ServiceText.silent.text(service)
        case .remote(let name, let message):
            ServiceText.failed.text(service, detail: message.isEmpty ? name : "\(name): \(message)")
        case .disconnected(let message): ServiceText.noConnection.text(service, detail: message)
        case .unexpectedResponse: ServiceText.unexpected.text()
        case .cancelled: LocalizedTexts<StoredDataText>.preferred(from: PreferredLanguages.current)[.cancelled]
        }
    }

    /// Whether the service is not installed, or cannot be started.
    private static func isOfAbsence(_ name: String) -> Bool {
        ["ServiceUnknown", "NameHasNoOwner"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
            || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
    }
}
