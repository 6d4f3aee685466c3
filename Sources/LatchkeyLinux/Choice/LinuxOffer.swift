internal import Foundation

/// What a Linux machine offers an app lock, and what was chosen of it.
public struct LinuxOffer: Hashable, Sendable {
    public let storage: StorageChoice
    public let keyring: KeyringFinding
    public let fingerprint: FingerprintFinding
    public let sessions: LogindFinding

    /// Looks at everything, and asks nobody for anything.
    ///
    /// - Parameters:
    ///   - secrets: The store that would keep them in the keyring.
    ///   - setting: Where the user wants them.
    ///   - kept: Where there are secrets already.
    public static func look(
        for secrets: SecretServiceSecureStorage, setting: StorageChoice.Store?, kept: StorageChoice.Store?
    ) async -> LinuxOffer {
        async let fingerprint = FingerprintFinding.look(on: DBusConnection.systemBus)
        async let sessions = LogindFinding.look(
            on: DBusConnection.systemBus, process: ProcessInfo.processInfo.processIdentifier)
        let keyring = await secrets.look()
        let storage = await StorageChoice.make(setting: setting, kept: kept) { keyring }
        return LinuxOffer(
            storage: storage, keyring: keyring, fingerprint: await fingerprint, sessions: await sessions)
    }

    /// The Debian packages that would make more of the machine.
    public var packages: [String] {
        var packages: [String] = []
        if case .absent = keyring { packages.append("gnome-keyring") }
        if let package = fingerprint.package { packages.append(package) }
        return packages
    }
}
