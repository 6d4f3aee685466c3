#if canImport(SwiftUI) && (canImport(UIKit) || os(macOS))
import Foundation
import LatchkeyPersistence

/// One repair.
struct Ticket: Codable, Hashable, Identifiable, Sendable {
    var id = UUID()
    var title: String
}

/// A repair as it is stored: sealed.
struct SealedTicket: PersistenceModel {
    static let persistenceName = "sealed-ticket"

    let id: UUID
    /// The public key of the vault that has sealed it.
    let vault: Data
    let sealed: Data
}

/// Where the tickets are stored.
enum TicketStore {
    /// Opens the store in a folder of its own, which no backup has: the key to what is in it does not leave this
    /// device.
    ///
    /// - Parameters:
    ///   - folder: It is created when it is missing.
    ///   - exclude: Keeps the folder out of backups. When that fails, nothing is stored.
    static func open(
        in folder: URL, exclude: (URL) throws -> Void = excludeFromBackup
    ) throws -> any PersistenceProtocol {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try exclude(folder)
        return try SwiftDataPersistence(in: .file(folder.appending(path: "tickets.store")))
    }

    static func excludeFromBackup(_ folder: URL) throws {
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var folder = folder
        try folder.setResourceValues(values)
    }
}
#endif
