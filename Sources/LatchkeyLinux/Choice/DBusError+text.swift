internal import LatchkeyCore

extension DBusError {
    /// A description, with the system's text if there is one.
    ///
    /// - Parameter service: The service's name.
    func text(about service: String) -> String {
        switch self {
        case .remote(let name, let message): message.isEmpty ? name : message
        case .disconnected(let message): message
        case .timedOut: ServiceText.silent.text(service)
        case .unexpectedResponse: ServiceText.unexpected.text()
        case .cancelled: LocalizedTexts<StoredDataText>.preferred(from: PreferredLanguages.current)[.cancelled]
        }
    }
}
