public import Foundation
internal import LatchkeyCore

/// Identifies the installation, in a place that is deleted with the app.
///
/// The Keychain outlives the app. A vault of an earlier installation neither opens the app nor locks its owner out.
public protocol InstallationMarker: Sendable {
    /// Returns the identifier, nil when none was written since the app was installed, or an error when it cannot be
    /// read.
    func load() async throws(VaultError) -> Data?

    /// Returns the identifier; if it is absent, durably writes this one first. Atomic over all processes: all get the
    /// same identifier.
    func claim(_ identifier: Data) async throws(VaultError) -> Data
}

/// The installation's identifier in a file of the app's own container.
public struct FileInstallationMarker: InstallationMarker {
    private let file: URL
    private let queue = BlockingQueue("latchkey.installation")

    /// Keeps the identifier in this file, whose folder must exist and be deleted with the app.
    public init(file: URL) { self.file = file }

    public func load() async throws(VaultError) -> Data? {
        try await queue.perform { () throws(VaultError) in try Self.read(file) }
    }

    public func claim(_ identifier: Data) async throws(VaultError) -> Data {
        try await queue.perform { () throws(VaultError) in
            if let present = try Self.read(file) { return present }
            try Self.write(identifier, to: file)
            guard let present = try Self.read(file) else { throw .installationUnknown }
            return present
        }
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

    /// Writes the whole file, unless there is one by then: link(2) replaces nothing.
    private static func write(_ identifier: Data, to file: URL) throws(VaultError) {
        let folder = file.deletingLastPathComponent()
        let draft = folder.appendingPathComponent("\(file.lastPathComponent).\(UUID().uuidString)")
        do {
            defer { try? FileManager.default.removeItem(at: draft) }
            try identifier.write(to: draft)
            // If a power failure removed the marker, the vault would count as that of another installation.
            try synchronize(draft)
            guard link(draft.path, file.path) == 0 || errno == EEXIST else { throw VaultError.installationUnknown }
            try synchronize(folder)
        } catch {
            throw .installationUnknown
        }
    }

    private static func synchronize(_ url: URL) throws {
        let handle = try FileHandle(forReadingFrom: url)
        try handle.synchronize()
        try handle.close()
    }
}
