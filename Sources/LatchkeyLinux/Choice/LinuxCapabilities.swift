internal import Foundation

/// The services of a Linux machine for an app lock, with the chosen storage.
public struct LinuxCapabilities: Hashable, Sendable {
    /// The storage that was chosen for the app's secrets.
    public let storage: StorageChoice
    /// The state of the keyring.
    public let keyring: KeyringStatus
    /// The state of the fingerprint reader.
    public let fingerprint: FingerprintStatus
    /// The state of logind.
    public let sessions: LogindStatus

    /// Probes all services, without prompting the user.
    ///
    /// - Parameters:
    ///   - secrets: The storage in the keyring.
    ///   - setting: The storage that the user has chosen.
    ///   - kept: The storage that already has secrets.
    static func probe(
        for secrets: SecretServiceSecureStorage, setting: StorageChoice.Store?, kept: StorageChoice.Store?
    ) async -> LinuxCapabilities {
        async let fingerprint = FingerprintStatus.probe(on: DBusConnection.systemBus)
        async let sessions = LogindStatus.probe(
            on: DBusConnection.systemBus, process: ProcessInfo.processInfo.processIdentifier)
        let keyring = await secrets.probe()
        let storage = await StorageChoice.make(setting: setting, kept: kept) { keyring }
        return LinuxCapabilities(
            storage: storage, keyring: keyring, fingerprint: await fingerprint, sessions: await sessions)
    }

    /// The Debian packages of missing services.
    public var packages: [String] {
        var packages: [String] = []
        if case .absent = keyring { packages.append("gnome-keyring") }
        if let package = fingerprint.package { packages.append(package) }
        return packages
    }
}
