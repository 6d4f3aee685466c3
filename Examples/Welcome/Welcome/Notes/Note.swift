import Foundation
import SwiftData

/// A note as it is stored: the vault encrypts its text, and not its date.
@Model
nonisolated final class Note {
    @Attribute(.unique) var id: UUID
    var created: Date
    /// The text, sealed for ``purpose(of:)``.
    var sealed: Data

    init(id: UUID, created: Date = .now, sealed: Data) {
        self.id = id
        self.created = created
        self.sealed = sealed
    }

    /// A purpose for each note, so that none can replace another.
    static func purpose(of id: UUID) -> String { "note/\(id)" }
}
