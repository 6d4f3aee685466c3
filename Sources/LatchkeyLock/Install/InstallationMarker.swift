public import Foundation
internal import LatchkeyCore

/// A marker of the app's installation, in a place that is deleted with the app.
///
/// The Keychain outlives the app. A vault of an earlier installation neither opens the app nor locks its user out.
public protocol InstallationMarker: Sendable {
    /// Returns the identifier, or nil if none was written since the app was installed. Throws if it cannot be read.
    func load() async throws(VaultError) -> Data?

    /// Returns the existing identifier, or durably writes this one. Atomic across processes: all get the same
    /// identifier.
    func claim(_ identifier: Data) async throws(VaultError) -> Data
}

/// An installation marker in a file of the app's container.
public struct FileInstallationMarker: InstallationMarker {
    private let file: URL
    private let queue = BlockingQueue("latchkey.installation")

    /// Creates a marker in the file.
    ///
    /// - Parameter file: The file. Its folder must exist and be deleted with the app.
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

    /// Writes the whole file unless it exists by then: link(2) replaces nothing.
    private static func write(_ identifier: Data, to file: URL) throws(VaultError) {
        let folder = file.deletingLastPathComponent()
        let draft = folder.appendingPathComponent("\(file.lastPathComponent).\(UUID().uuidString)")
        do {
            defer { try? FileManager.default.removeItem(at: draft) }
            try identifier.write(to: draft)
            // If a power failure removed the marker, the vault would seem to belong to another installation.
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
