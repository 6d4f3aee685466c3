public import Foundation

/// Remembers, in a place that is deleted with the app, which installation this is.
///
/// The Keychain outlives the app. A vault of another installation neither opens this one nor locks its owner out.
public protocol InstallationMarker: Sendable {
    /// Returns the identifier, nil when none was written since the app was installed, or an error when it cannot be
    /// read.
    func load() async throws(VaultError) -> Data?

    /// Writes the identifier durably, in place of an older one.
    func save(_ identifier: Data) async throws(VaultError)
}

/// The installation's identifier in a file of the app's own container.
public struct FileInstallationMarker: InstallationMarker {
    private let file: URL
    private let queue = BlockingQueue("latchkey.installation")

    /// Keeps the identifier in this file, whose folder must exist and be deleted with the app.
    public init(file: URL) { self.file = file }

    public func load() async throws(VaultError) -> Data? {
        let file = file
        return try await queue.perform { () throws(VaultError) in try Self.read(file) }
    }

    public func save(_ identifier: Data) async throws(VaultError) {
        let file = file
        try await queue.perform { () throws(VaultError) in try Self.write(identifier, to: file) }
    }

    private static func read(_ file: URL) throws(VaultError) -> Data? {
        do {
            return try Data(contentsOf: file)
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            throw .installationUnknown
        }
    }

    private static func write(_ identifier: Data, to file: URL) throws(VaultError) {
        do {
            try identifier.write(to: file, options: .atomic)
            // A marker that a power cut takes away would make the vault one of another installation.
            for url in [file, file.deletingLastPathComponent()] {
                let handle = try FileHandle(forReadingFrom: url)
                try handle.synchronize()
                try handle.close()
            }
        } catch {
            throw .installationUnknown
        }
    }
}
